"""Tables and lists as text, with questions about their cells: people keep prices, opening hours and
contacts in that form, and the sets have running text only."""

import random
from dataclasses import dataclass

from questions import Example

# What is asked for: a name and where its values come from.
FIELDS = ("price", "weight", "telephone", "opened", "hours", "city")
CITIES = (
    "Lisboa Kraków Oslo Nairobi Lima Hanoi Sendai Graz Porto Lyon Bari Gent Bursa Jaipur".split()
)
NAMES = (
    "Aurora Nimbus Vega Tessera Marlin Orion Cobalt Juniper Falcon Breva Solis Kestrel Lumen Pico "
    "Halcyon Zephyr Onyx Mistral Quartz Sable Tundra Veloce Arbor Delta Ember Fjord Garnet Iris"
).split()


@dataclass
class Words:
    """How a language names the fields, in the order of FIELDS, and asks for one of a thing."""

    name: str
    fields: tuple[str, ...]
    questions: tuple[str, ...]


# fmt: off
LANGUAGES = {
    "en": Words("Name", ("Price", "Weight", "Phone", "Opened", "Hours", "City"),
        ("How much does {} cost?", "How heavy is {}?", "What is the phone number of {}?", "When was {} opened?", "When is {} open?", "Which city is {} in?")),
    "de": Words("Name", ("Preis", "Gewicht", "Telefon", "Eröffnet", "Öffnungszeiten", "Stadt"),
        ("Was kostet {}?", "Wie schwer ist {}?", "Wie lautet die Telefonnummer von {}?", "Wann wurde {} eröffnet?", "Wann hat {} geöffnet?", "In welcher Stadt ist {}?")),
    "es": Words("Nombre", ("Precio", "Peso", "Teléfono", "Apertura", "Horario", "Ciudad"),
        ("¿Cuánto cuesta {}?", "¿Cuánto pesa {}?", "¿Cuál es el teléfono de {}?", "¿Cuándo abrió {}?", "¿Qué horario tiene {}?", "¿En qué ciudad está {}?")),
    "fr": Words("Nom", ("Prix", "Poids", "Téléphone", "Ouverture", "Horaires", "Ville"),
        ("Combien coûte {} ?", "Combien pèse {} ?", "Quel est le numéro de téléphone de {} ?", "Quand {} a-t-il ouvert ?", "Quels sont les horaires de {} ?", "Dans quelle ville se trouve {} ?")),
    "it": Words("Nome", ("Prezzo", "Peso", "Telefono", "Apertura", "Orari", "Città"),
        ("Quanto costa {}?", "Quanto pesa {}?", "Qual è il numero di telefono di {}?", "Quando ha aperto {}?", "Quando è aperto {}?", "In quale città si trova {}?")),
    "pt": Words("Nome", ("Preço", "Peso", "Telefone", "Abertura", "Horário", "Cidade"),
        ("Quanto custa {}?", "Quanto pesa {}?", "Qual é o telefone de {}?", "Quando abriu {}?", "Qual é o horário de {}?", "Em que cidade fica {}?")),
    "nl": Words("Naam", ("Prijs", "Gewicht", "Telefoon", "Geopend sinds", "Openingstijden", "Stad"),
        ("Hoeveel kost {}?", "Hoe zwaar is {}?", "Wat is het telefoonnummer van {}?", "Wanneer werd {} geopend?", "Wanneer is {} open?", "In welke stad ligt {}?")),
    "pl": Words("Nazwa", ("Cena", "Waga", "Telefon", "Otwarcie", "Godziny", "Miasto"),
        ("Ile kosztuje {}?", "Ile waży {}?", "Jaki jest numer telefonu {}?", "Kiedy otwarto {}?", "W jakich godzinach czynne jest {}?", "W jakim mieście jest {}?")),
    "ru": Words("Название", ("Цена", "Вес", "Телефон", "Открыт", "Часы работы", "Город"),
        ("Сколько стоит {}?", "Сколько весит {}?", "Какой телефон у {}?", "Когда открылся {}?", "Когда работает {}?", "В каком городе находится {}?")),
    "tr": Words("Ad", ("Fiyat", "Ağırlık", "Telefon", "Açılış", "Çalışma saatleri", "Şehir"),
        ("{} kaç para?", "{} kaç kilo?", "{} telefon numarası nedir?", "{} ne zaman açıldı?", "{} saat kaçta açık?", "{} hangi şehirde?")),
    "zh": Words("名称", ("价格", "重量", "电话", "开业", "营业时间", "城市"),
        ("{}多少钱？", "{}有多重？", "{}的电话号码是多少？", "{}是什么时候开业的？", "{}的营业时间是什么？", "{}在哪个城市？")),
    "ja": Words("名前", ("価格", "重さ", "電話", "開業", "営業時間", "都市"),
        ("{}はいくらですか？", "{}の重さはどれくらいですか？", "{}の電話番号は何ですか？", "{}はいつ開業しましたか？", "{}の営業時間はいつですか？", "{}はどの都市にありますか？")),
    "ar": Words("الاسم", ("السعر", "الوزن", "الهاتف", "الافتتاح", "ساعات العمل", "المدينة"),
        ("كم سعر {}؟", "كم وزن {}؟", "ما هو رقم هاتف {}؟", "متى افتتح {}؟", "ما هي ساعات عمل {}؟", "في أي مدينة يقع {}؟")),
    "hi": Words("नाम", ("कीमत", "वज़न", "फ़ोन", "स्थापना", "समय", "शहर"),
        ("{} की कीमत क्या है?", "{} का वज़न कितना है?", "{} का फ़ोन नंबर क्या है?", "{} कब खुला?", "{} किस समय खुला रहता है?", "{} किस शहर में है?")),
}
# fmt: on
ROWS = (1, 6)
UNANSWERABLE_SHARE = 0.35


def make_tables(count: int, coin: random.Random) -> list[Example]:
    return [_example(coin) for _ in range(count)]


def _example(coin: random.Random) -> Example:
    language = coin.choice(sorted(LANGUAGES))
    words = LANGUAGES[language]
    fields = coin.sample(range(len(FIELDS)), coin.randint(2, 4))
    names = coin.sample(NAMES, coin.randint(*ROWS) + 1)
    missing = names.pop()
    rows = [(name, [_value(FIELDS[field], coin) for field in fields]) for name in names]
    passage, places = coin.choice((_lines, _cells, _sentences))(words, fields, rows)
    row, column = coin.randrange(len(rows)), coin.randrange(len(fields))
    asked, field, answers = names[row], fields[column], [places[row][column]]
    if coin.random() < UNANSWERABLE_SHARE:
        answers = []
        others = [other for other in range(len(FIELDS)) if other not in fields]
        if coin.random() < 0.5:
            asked = missing
        else:
            field = coin.choice(others)
    question = words.questions[field].format(asked)
    return Example("tables", "table", language, language, question, "", passage, answers, False)


def _value(field: str, coin: random.Random) -> str:
    return {
        "price": lambda: f"{coin.randint(2, 900)}{coin.choice(('.50', ',90', ''))} {coin.choice('€$£')}",
        "weight": lambda: f"{coin.randint(1, 400)} {coin.choice(('kg', 'g'))}",
        "telephone": lambda: f"+{coin.randint(20, 99)} {coin.randint(10, 999)} {coin.randint(10000, 9999999)}",
        "opened": lambda: coin.choice(("{2}", "{0}.{1}.{2}", "{2}-{1:02}-{0:02}")).format(
            coin.randint(1, 28), coin.randint(1, 12), coin.randint(1900, 2025)
        ),
        "hours": lambda: f"{coin.randint(6, 11)}:00–{coin.randint(14, 22)}:30",
        "city": lambda: coin.choice(CITIES),
    }[field]()


Rows = list[tuple[str, list[str]]]
Places = list[list[tuple[int, int]]]


class _Text:
    """Text that remembers where values were put."""

    def __init__(self) -> None:
        self.text = ""

    def add(self, part: str) -> tuple[int, int]:
        start = len(self.text)
        self.text += part
        return start, len(self.text)


def _lines(words: Words, fields: list[int], rows: Rows) -> tuple[str, Places]:
    text, places = _Text(), []
    for name, values in rows:
        text.add(f"{name}\n")
        places.append([])
        for field, value in zip(fields, values):
            text.add(f"{words.fields[field]}: ")
            places[-1].append(text.add(value))
            text.add("\n")
        text.add("\n")
    return text.text, places


def _cells(words: Words, fields: list[int], rows: Rows) -> tuple[str, Places]:
    text, places = _Text(), []
    text.add("| " + " | ".join([words.name, *(words.fields[field] for field in fields)]) + " |\n")
    for name, values in rows:
        text.add(f"| {name} |")
        places.append([])
        for value in values:
            text.add(" ")
            places[-1].append(text.add(value))
            text.add(" |")
        text.add("\n")
    return text.text, places


def _sentences(words: Words, fields: list[int], rows: Rows) -> tuple[str, Places]:
    text, places = _Text(), []
    for name, values in rows:
        text.add(f"{name} – ")
        places.append([])
        for i, (field, value) in enumerate(zip(fields, values)):
            text.add(f"{', ' if i else ''}{words.fields[field]} ")
            places[-1].append(text.add(value))
        text.add(". ")
    return text.text, places
