from tankdsl.picture.codes import piece_codes, terrain_codes


def test_pieces_are_called_after_the_first_word_of_their_name() -> None:
    names = ["T 34", "Grey Fox", "Grey Fox", "M7 Badger", "Ox"]
    assert piece_codes(names) == ["T", "Gr1", "Gr2", "Bad", "Ox"]


def test_names_that_begin_alike_get_other_letters() -> None:
    codes = piece_codes(["Scout", "Scorpion", "Scorpion", "Score", "scout"])
    assert len(set(codes)) == 5
    assert all(1 <= len(code) <= 3 for code in codes)


def test_codes_fit_whatever_the_names_are() -> None:
    names = ["", "42", "é" * 20, *["Same"] * 150]
    codes = piece_codes(names)
    assert max(map(len, codes)) <= 3


def test_the_most_common_ground_is_blank() -> None:
    names = {"grass": "grass", "road": "road", "rock": "rock", "rough": "rough"}
    assert terrain_codes(names, ["road", "grass", "grass", "rock"]) == {"grass": "", "road": "roa", "rock": "roc", "rough": "rou"}
    assert terrain_codes(names, [])["grass"] == "gra"
