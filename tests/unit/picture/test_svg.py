"""The file as any reader of XML sees it: hexes where they should be, labels, names that are hostile, the same bytes again."""

from typing import Any
from xml.etree import ElementTree

import pytest

from tankdsl.picture.draw import SIZE, svg_of
from tankdsl.picture.layers.edges import way_of
from tankdsl.picture.palette import LOOKS, looks_of
from tankdsl.picture.read import MOST_TILES, scene_of
from tankdsl.picture.scene import HexScene, Named, NoPicture, Scene, TableScene
from tests.unit.picture.conftest import EXAMPLES, Documents, session_of

NS = "{http://www.w3.org/2000/svg}"


def drawn(document: dict[str, Any]) -> ElementTree.Element:
    scene = scene_of(document)
    assert isinstance(scene, Scene)
    return ElementTree.fromstring(svg_of(scene))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if name in each.get("class", "").split()]


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in element.get("points", "").split())]


def test_every_hex_is_drawn_once_where_its_coordinates_say(document: Documents) -> None:
    compiled = document("tank_on_tank", "breakthrough")
    places = {place["label"]: place for place in compiled["content"]["map"]["places"]}
    hexes = {element.get("data-label"): corners(element) for element in of_class(drawn(compiled), "hex")}
    assert set(hexes) == set(places) and len(hexes) == 90
    for label, points in hexes.items():
        x, y = (sum(each) / 6 for each in zip(*points, strict=True))
        q, r = places[label]["q"], places[label]["r"]
        assert (x, y) == pytest.approx((SIZE * 1.5 * q, SIZE * 3**0.5 * (r + q / 2)), abs=0.02)


def test_the_same_hexes_with_points_on_top(document: Documents) -> None:
    compiled = document("tank_on_tank", "breakthrough")
    compiled["content"]["map"]["orientation"] = "pointy"
    places = {place["label"]: place for place in compiled["content"]["map"]["places"]}
    for element in of_class(drawn(compiled), "hex"):
        x, y = (sum(each) / 6 for each in zip(*corners(element), strict=True))
        q, r = places[element.get("data-label", "")]["q"], places[element.get("data-label", "")]["r"]
        assert (x, y) == pytest.approx((SIZE * 3**0.5 * (q + r / 2), SIZE * 1.5 * r), abs=0.02)


def test_labels_pieces_facings_zones_and_roads_are_there(document: Documents) -> None:
    compiled = document("tank_on_tank", "breakthrough")
    root = drawn(compiled)
    placed = [one for kind in compiled["content"]["kinds"] for one in kind["instances"] if "at" in one.get("start", {})]
    assert {element.text for element in of_class(root, "label")} == {place["label"] for place in compiled["content"]["map"]["places"]}
    on_map = next(each for each in root.iter() if each.get("class") == "pieces")
    assert {element.get("data-id") for element in of_class(on_map, "piece")} == {one["id"] for one in placed}
    facing = [one for one in placed if "front" in one["start"]["fields"]]
    assert len(of_class(on_map, "facing")) == len(facing) > 0
    assert {each.get("data-zone") for each in of_class(root, "zone")} == {
        name.replace("_", " ") for name, tiles in compiled["content"]["map"]["zones"].items() if tiles
    }
    (road,) = of_class(root, "edges")
    assert road.get("data-way") == "joins"
    assert len(road.findall(f"{NS}g/{NS}path")) == 2 * len(compiled["content"]["map"]["edges"])


def test_half_hexes_are_halves(document: Documents) -> None:
    compiled = document("tank_clash", "half_hexes")
    half = {place["label"] for place in compiled["content"]["map"]["places"] if place.get("half")}
    sizes = {element.get("data-label"): len(corners(element)) for element in of_class(drawn(compiled), "hex")}
    assert len(half) == 8 and {label for label, count in sizes.items() if count == 4} == half
    assert {count for label, count in sizes.items() if label not in half} == {6}


def test_hostile_names_stay_text(document: Documents) -> None:
    compiled = document("tank_on_tank", "breakthrough")
    evil = "</text><script>alert('&\"')</script>\x00\ud800\u202e"
    compiled["text"] = dict.fromkeys(compiled["text"], evil)
    for place in compiled["content"]["map"]["places"]:
        place["label"] = f'"/><image href="x"/>{place["id"]}'
    root = drawn(compiled)
    assert {element.tag for element in root.iter()}.isdisjoint({f"{NS}script", f"{NS}image"})
    assert (of_class(root, "title")[0].text or "").startswith("</text><script>")
    assert {element.text for element in of_class(root, "label")} >= {'"/><image href="x"/>A1'}
    assert not any("href" in name or name.startswith("on") for element in root.iter() for name in element.attrib)


def test_long_names_are_cut_and_large_maps_refused(document: Documents) -> None:
    compiled = document("tank_on_tank", "duel")
    compiled["text"] = dict.fromkeys(compiled["text"], "x" * 100_000)
    scene = scene_of(compiled)
    assert isinstance(scene, HexScene) and len(scene.title) == 60
    assert len(svg_of(scene)) < 200_000
    first = compiled["content"]["map"]["places"][0]
    compiled["content"]["map"]["places"] = [{**first, "id": f"h{n}", "q": n} for n in range(MOST_TILES + 1)]
    assert isinstance(scene_of(compiled), NoPicture)


@pytest.mark.parametrize("pack", sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()))
def test_every_scenario_of_the_examples_is_drawn_the_same_twice(pack: str) -> None:
    for id in session_of(pack).scenarios:
        document = dict(session_of(pack).scenario(id).document)
        scene, again = scene_of(document), scene_of(document)
        assert isinstance(scene, Scene) and isinstance(again, Scene)
        data = svg_of(scene)
        assert data == svg_of(again)
        root = ElementTree.fromstring(data)
        count = len(scene.tiles) if isinstance(scene, HexScene) else len(scene.areas)
        assert len(of_class(root, "hex" if isinstance(scene, HexScene) else "area")) == count


def test_a_scenario_without_a_map_has_no_picture(document: Documents) -> None:
    compiled = document("tank_on_tank", "duel")
    del compiled["content"]["map"]
    assert scene_of(compiled) == NoPicture("it has no map")


# -------------------------------------------------------------------------------------------------------------- tables


def with_tanks(compiled: dict[str, Any]) -> dict[str, Any]:
    tanks = next(kind for kind in compiled["content"]["kinds"] if kind["id"] == "Tank")["instances"]
    tanks[0]["start"] = {"point": [600, 4200], "fields": {"hull": [0, -1]}}
    tanks[1]["start"] = {"point": [2400, 300], "fields": {}}
    return compiled


def test_a_table_is_to_scale_with_its_origin_below(document: Documents) -> None:
    compiled = with_tanks(document("simple_tabletop_tanks", "meeting"))
    scene = scene_of(compiled)
    assert isinstance(scene, TableScene)
    root = ElementTree.fromstring(svg_of(scene))
    (surface,) = of_class(root, "surface")
    left, top, width, height = (float(surface.get(name, "")) for name in ("x", "y", "width", "height"))
    assert width == height == 48 * 22
    wood = next(element for element in of_class(root, "area") if element.get("data-name") == "western wood")
    area = next(area for area in scene.areas if area.name == "western wood")
    outline = [(left + x * 0.22, top + height - y * 0.22) for x, y in area.outline]
    assert [number for corner in corners(wood) for number in corner] == pytest.approx([number for corner in outline for number in corner])
    bases = of_class(root, "base")
    assert [float(bases[0].get(name, "")) for name in ("cx", "cy", "r")] == pytest.approx([left + 132, top + height - 924, 11])
    assert [element.text for element in of_class(root, "ruler-text")].count("48″") == 2


def test_hulls_point_where_they_face_and_arcs_are_drawn_on_demand(document: Documents) -> None:
    scene = scene_of(with_tanks(document("simple_tabletop_tanks", "meeting")))
    assert isinstance(scene, TableScene)
    root = ElementTree.fromstring(svg_of(scene))
    (facing,), base = of_class(root, "facing"), of_class(root, "base")[0]
    tip = corners(facing)[0]
    assert tip[0] == pytest.approx(float(base.get("cx", ""))) and tip[1] > float(base.get("cy", ""))
    assert of_class(root, "arc") == []
    quarter = ElementTree.fromstring(svg_of(scene, arcs="quarter"))
    # Front, two sides, rear; the tank without a facing has none.
    assert [element.text for element in of_class(quarter, "arc-name")][1::2] == ["front", "side", "side", "rear"]
    front = corners(of_class(quarter, "arc")[0])
    x, y = float(base.get("cx", "")), float(base.get("cy", ""))
    assert front[0] == pytest.approx((x, y))
    assert {round(abs(px - x), 1) for px, _ in (front[1], front[-1])} == {round(88 / 2**0.5, 1)}
    assert all(py > y for _, py in front[1:])


# --------------------------------------------------------------------------------------------------------------- looks


def test_looks_follow_words_and_the_order_of_the_rules() -> None:
    names = [
        looks.name for looks in looks_of([("grass", "Grass"), ("f", "Dark forest"), ("xyz", "Xyz"), ("lake", "Lake"), ("wood", "Wood")])
    ]
    assert names[:2] == ["plain", "woods"] and names[3] == "water"
    assert len(set(names)) == 5


def test_many_terrains_all_look_different() -> None:
    looks = looks_of([(f"t{n}", f"T{n}") for n in range(4 * len(LOOKS))])
    assert len({(look.fill, look.lines) for look in looks}) == len(looks)


def test_ways_join_middles_and_other_features_lie_along_sides() -> None:
    ways = [
        way_of(Named(id, name))
        for id, name in (("road", "road"), ("k1", "Muddy track"), ("river", "River"), ("wall", "Wall"), ("b", "Stone bridge"))
    ]
    assert ways == ["joins", "joins", "along", "along", "across"]
