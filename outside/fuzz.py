"""Sends what the schemas allow, and what they do not, and holds each reply to the document.

Hypothesis (Debian's python3-hypothesis) draws and shrinks; jsonschema judges. Ids come from objects
that exist, so that every operation has a way to succeed. What it draws follows from a seed that is
printed: `SEED=N npm run outside` draws the same again.
"""

import http.client
import json
import os
import random
import sys
import time
import warnings
from urllib.parse import quote, urlencode, urlsplit

from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from jsonschema import Draft202012Validator

# The way to resolve references that Debian's version has; later ones warn of it.
warnings.simplefilter("ignore", DeprecationWarning)
from jsonschema import RefResolver  # noqa: E402

DOCUMENT = json.load(open(sys.argv[1], encoding="utf-8"))
HOST = urlsplit(os.environ["URL"]).netloc
KEY, ACCOUNT = os.environ["KEY"], os.environ["ACCOUNT"]
EXAMPLES = int(os.environ["EXAMPLES"])
SEED = int(os.environ.get("SEED", random.randrange(10**9)))
RESOLVER = RefResolver("", DOCUMENT)
READS_MAX = 200
CARD = "4111111111111111"
TIMEOUT_S = 30
VALIDATED = "application/json"

# What paths and bodies may name, by the name of the parameter or field.
known = {"vehicle_id": [], "consultation_id": [], "order_id": [], "debt_item_ids": []}
succeeded = set()
asked = 0


def resolved(part):
    while "$ref" in part:
        part = RESOLVER.resolve(part["$ref"])[1]
    return part


def send(method, path, body=None, account=ACCOUNT, raw=None):
    global asked
    asked += 1
    connection = http.client.HTTPConnection(HOST, timeout=TIMEOUT_S)
    headers = {"X-API-Key": KEY, "X-Account-Id": account}
    data = raw
    if body is not None:
        data = json.dumps(body).encode()
    if data is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, data, headers)
    reply = connection.getresponse()
    text = reply.read()
    connection.close()
    return reply.status, reply.headers, text


def judge(operation, status, headers, text):
    """Any reply: documented, no failure of the server, of the shape that the document gives."""
    where = f"{operation['operationId']} {status}: {text[:300]!r}"
    assert status < 500 or status == 503, where
    replies = operation["responses"]
    assert str(status) in replies, f"not documented: {where}"
    content = resolved(replies[str(status)]).get("content", {})
    if content:
        assert headers["Content-Type"].startswith(VALIDATED), where
        schema = resolved(content[VALIDATED]["schema"])
        Draft202012Validator(schema, resolver=RESOLVER).validate(json.loads(text))
    else:
        assert text == b"", where
    if status == 429:
        assert int(headers["Retry-After"]) >= 0, where
    if status < 300:
        succeeded.add(operation["operationId"])
    return json.loads(text) if text else None


TEXT = st.text(max_size=60)
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)
STEMS = st.integers(min_value=10**9, max_value=10**10 - 1)
PLATES = st.from_regex(r"[A-HJ-W][A-Z]{2}[0-9][0-9A-J][0-9]{2}", fullmatch=True)


def renavam(stem):
    digits = [int(each) for each in str(stem)]
    rest = sum(a * b for a, b in zip(digits, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2])) * 10 % 11
    return f"{stem}{rest % 10}"


# What a schema cannot say of a field: words that the service takes.
SENSIBLE = {
    "plate": PLATES,
    "renavam": STEMS.map(renavam),
    "owner_document": st.just("52998224725"),
    "number": st.just(CARD),
    "expiry": st.just("12/40"),
    "cvc": st.just("123"),
    "holder_name": st.just("ANA SOUZA"),
}


def drawn(schema, name=""):
    """Values of a schema, sometimes of none."""
    schema = resolved(schema)
    if name in known:
        return st.sampled_from(known[name])
    return mostly(SENSIBLE[name], values(schema)) if name in SENSIBLE else values(schema)


def mostly(usual, other):
    """The shrinker prefers the first, and three of four are of it."""
    return st.one_of(usual, usual, usual, other)


def values(schema):
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of([drawn(each) for each in schema["anyOf"]])
    kind = schema.get("type")
    if kind == "object":
        fields = schema.get("properties", {})
        needed = schema.get("required", [])
        given_fields = {name: drawn(each, name) for name, each in fields.items()}
        return st.fixed_dictionaries(
            {name: each for name, each in given_fields.items() if name in needed},
            optional={name: each for name, each in given_fields.items() if name not in needed},
        )
    if kind == "array":
        most = min(schema.get("maxItems", 4), 4)
        return st.lists(drawn(schema["items"]), min_size=schema.get("minItems", 0), max_size=most)
    if kind == "integer":
        return st.integers(schema.get("minimum"), schema.get("maximum"))
    if kind == "boolean":
        return st.booleans()
    if kind == "null":
        return st.none()
    if "pattern" in schema:
        # Python's `$` also takes a line's end, which JSON Schema's does not.
        return st.from_regex(schema["pattern"].replace("$", r"\Z"))
    most = min(schema.get("maxLength", 60), 60)
    return st.text(min_size=schema.get("minLength", 0), max_size=most)


@st.composite
def spoiled(draw, whole):
    """A body with one thing wrong: a field gone, of another type, one too many, or no object."""
    body = draw(whole)
    way = draw(st.sampled_from(["gone", "other", "more", "junk"]))
    if not isinstance(body, dict) or not body or way == "junk":
        return draw(JUNK)
    name = draw(st.sampled_from(sorted(body)))
    if way == "gone":
        return {key: value for key, value in body.items() if key != name}
    return {**body, (name if way == "other" else draw(TEXT)): draw(JUNK)}


def requests_of(operation):
    parameters = [resolved(each) for each in operation.get("parameters", [])]
    in_path = [each for each in parameters if each["in"] == "path"]
    in_query = [each for each in parameters if each["in"] == "query"]
    path = {each["name"]: mostly(drawn(each["schema"], each["name"]), TEXT) for each in in_path}
    query = {each["name"]: drawn(each["schema"]) | TEXT for each in in_query}
    # The account stays ours most of the time; another one is a stranger's.
    account = st.sampled_from([ACCOUNT] * 9 + ["00000000-0000-4000-8000-000000000000", "x"])
    parts = {
        "path": st.fixed_dictionaries(path),
        "query": st.fixed_dictionaries({}, optional=query),
        "account": account,
    }
    schema = resolved(operation.get("requestBody", {})).get("content", {}).get(VALIDATED)
    if schema is not None:
        whole = drawn(schema["schema"])
        parts["body"] = mostly(whole, spoiled(whole))
    return st.fixed_dictionaries(parts)


def try_operation(method, path, operation):
    @seed(SEED)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(requests_of(operation))
    def holds(request):
        to = path
        for name, value in request["path"].items():
            to = to.replace("{" + name + "}", quote(str(value), safe="") or "%20")
        if request["query"]:
            to += "?" + urlencode({name: str(value) for name, value in request["query"].items()})
        judge(operation, *send(method, to, request.get("body"), request["account"]))

    holds()


def fill(operations):
    """A vehicle that owes, its answer, and an order of each method: what the ids stand for."""

    def step(name, path, body=None):
        method, _, operation = operations[name]
        return judge(operation, *send(method, path, body))

    # ZZZ owes on every day; the Pix codes of ZZV have expired when they appear (docs/faults.md).
    kinds = [("ZZZ", "pix"), ("ZZZ", "boleto"), ("ZZZ", "credit_card"), ("ZZV", "pix")]
    for number, (letters, method) in enumerate(kinds):
        vehicle = step(
            "createVehicle",
            "/api/v1/vehicles",
            {
                "plate": f"{letters}1B{20 + number}",
                "renavam": renavam(2 * 10**9 + number),
                "uf": "SP",
                "owner_document": "52998224725",
            },
        )
        opened = step("createConsultation", f"/api/v1/vehicles/{vehicle['id']}/consultations")
        for _ in range(READS_MAX):
            answer = step("getConsultation", f"/api/v1/consultations/{opened['id']}")
            if answer["status"] != "pending":
                break
            time.sleep(0.1)
        payable = [each for each in answer["items"] if each["is_payable"]]
        items = [each["id"] for each in payable if each["depends_on"] is None]
        body = {"debt_item_ids": items[:1], "method": method}
        step("previewCheckout", "/api/v1/checkout/preview", body)
        order = step("createOrder", "/api/v1/orders", body)
        known["vehicle_id"].append(vehicle["id"])
        known["consultation_id"].append(opened["id"])
        known["order_id"].append(order["id"])
        known["debt_item_ids"] += [items, items[:1], items[1:2], items[:1] + items[:1]]
    # Chance alone would seldom draw a whole card for an order that waits for one.
    body = {"debt_item_ids": known["debt_item_ids"][8], "method": "credit_card"}
    paid = step("createOrder", "/api/v1/orders", body)
    card = {"number": CARD, "holder_name": "ANA SOUZA", "expiry": "12/40", "cvc": "123"}
    step("payCard", f"/api/v1/orders/{paid['id']}/pay-card", {**card, "installments": 2})
    # Both Pix orders have their codes, so that one can be paid and the other renewed.
    for order in (known["order_id"][0], known["order_id"][3]):
        for _ in range(READS_MAX):
            read = step("getOrder", f"/api/v1/orders/{order}")
            if (read["latest_attempt"] or {}).get("pix_copy_paste"):
                break
            time.sleep(0.1)
    # The code of ZZV has expired, and so will the next one.
    step("renewPix", f"/api/v1/orders/{known['order_id'][3]}/pix")


def main():
    operations = {
        each["operationId"]: (method.upper(), path, each)
        for path, methods in DOCUMENT["paths"].items()
        for method, each in methods.items()
        if isinstance(each, dict) and "operationId" in each
    }
    fill(operations)
    last = ["deleteVehicle"]
    for name in [*(each for each in operations if each not in last), *last]:
        try_operation(*operations[name])
    missing = sorted(set(operations) - succeeded)
    assert missing == [], f"never succeeded: {missing}"
    asked_of = f"{asked} requests to {len(operations)} operations, seed {SEED}"
    print(f"Hypothesis: {asked_of}: all as documented")


main()
