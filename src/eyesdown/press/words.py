"""The words that we print on cards and books, by language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PaperWords:
    """Words on paper; {} is where a number or a colour goes."""

    card: str
    cards: str
    book: str
    bingo_book: str
    one_game: str
    games: str
    game: str
    series: str
    serial: str
    free: str
    scan: str
    document: str
    books: str
    chart: str
    chart_document: str
    sheet: str
    sheet_document: str
    sheet_facts: tuple[str, ...]
    claims: str
    claim: tuple[str, ...]
    claim_checks: tuple[str, ...]
    supervisor: str
    colours: dict[str, str]

    def colour(self, name: str) -> str:
        """A colour's name as printed; empty for one given in numbers.

        >>> LANGUAGES["en"].colour("blue"), LANGUAGES["fr"].colour("blue")
        ('Blue', 'Bleu')
        >>> LANGUAGES["en"].colour("#1040ff")
        ''
        """
        if name.startswith("#"):
            return ""
        plain = name.strip()
        return self.colours.get(plain.casefold(), plain).capitalize()

    def series_of(self, colour: str) -> str:
        """A series by its colour as printed; French writes the colour small after its noun.

        >>> LANGUAGES["fr"].series_of("Rouge"), LANGUAGES["en"].series_of("Red")
        ('Série rouge', 'Red series')
        """
        first = self.series.startswith("{")
        return self.series.format(colour if first else colour.lower())


LANGUAGES = {
    "en": PaperWords(
        card="Card {}",
        cards="Cards {} to {}",
        book="Book {}",
        bingo_book="Bingo book",
        one_game="1 game",
        games="{} games",
        game="Game {}",
        series="{} series",
        serial="Serial number {}",
        free="FREE",
        scan="Scan to check",
        document="Bingo cards",
        books="Bingo books",
        chart="Caller's checking chart",
        chart_document="Checking chart 1 to {}",
        sheet="Calling sheet",
        sheet_document="Calling sheet for {} numbers",
        sheet_facts=("Date", "Session", "Game", "Colour", "Serial number", "Caller"),
        claims="Claims",
        claim=("Claim", "Card or book", "On call"),
        claim_checks=("Serial", "Sold for game", "All called", "On last call", "Read aloud"),
        supervisor="Supervisor",
        colours={},
    ),
    "fr": PaperWords(
        card="Carte {}",
        cards="Cartes {} à {}",
        book="Carnet {}",
        bingo_book="Carnet de bingo",
        one_game="1 partie",
        games="{} parties",
        game="Partie {}",
        series="Série {}",
        serial="Numéro de série {}",
        free="LIBRE",
        scan="Scannez pour vérifier",
        document="Cartes de bingo",
        books="Carnets de bingo",
        chart="Tableau de contrôle",
        chart_document="Tableau de contrôle de 1 à {}",
        sheet="Feuille de tirage",
        sheet_document="Feuille de tirage pour {} numéros",
        sheet_facts=("Date", "Soirée", "Partie", "Couleur", "Numéro de série", "Meneur de jeu"),
        claims="Annonces de bingo",
        claim=("Annonce", "Carte ou carnet", "Au tirage"),
        claim_checks=(
            "Série",
            "Pour la partie",
            "Tout est sorti",
            "Dernier numéro",
            "Relu à haute voix",
        ),
        supervisor="Responsable",
        colours={
            "red": "rouge",
            "blue": "bleu",
            "green": "vert",
            "yellow": "jaune",
            "orange": "orange",
            "pink": "rose",
            "purple": "violet",
            "brown": "brun",
            "grey": "gris",
            "gray": "gris",
            "white": "blanc",
            "black": "noir",
        },
    ),
}
