import type { Words } from "../en.ts"
import { plurals } from "../plural.ts"

const plural = plurals("de")

export const developers: Words["developers"] = {
  title: "Entwicklung",
  about:
    "Die APIs des Dienstes, wie sich ein Programm an jeder anmeldet, und die Ereignisse, die von selbst gesendet werden.",
  reference: (name) => `Referenz öffnen: ${name}`,
  base: "Adresse",
  signIn: "Anmeldung",
  document: "OpenAPI",
  surfaces: {
    public: {
      name: "Öffentliche API",
      about: "Austritte, Beschäftigte und Webhooks, für die Systeme eurer Organisation. Stabil und mit Versionen.",
      signIn:
        "Ein API-Schlüssel als Bearer-Token. Ein Super-Admin legt einen an, mit den Rechten, die das Programm braucht."
    },
    app: {
      name: "App-API",
      about: "Alles, was diese Oberfläche tut, für Skripte einer Person. Sie ändert sich mit der Oberfläche.",
      signIn:
        "Eine Sitzung: das Cookie access_token, das POST /api/auth/login setzt, oder sein Wert als Bearer-Token. Sie darf, was die Person darf."
    },
    scim: {
      name: "SCIM",
      about:
        "Personen und Gruppen, wie sie ein Identitätsdienst schreibt: Wer dort deaktiviert wird, scheidet hier aus.",
      signIn:
        "Ein SCIM-Token als Bearer-Token. Wer Integrationen verwaltet, erzeugt es und gibt es dem Identitätsdienst."
    }
  },
  toKeys: "API-Schlüssel",
  toWebhooks: "Webhooks",
  toSiem: "SIEM",
  pushed: "Was von selbst gesendet wird",
  pushedText:
    "Webhooks sagen euren Systemen, was mit Austritten geschieht; SIEM-Ziele bekommen jeden Eintrag des Protokolls. Der Katalog zeigt jedes Ereignis, wann es gesendet wird und was es enthält.",
  catalogueAbout: "Jedes Ereignis, das der Dienst sendet, wann es gesendet wird und ein Beispiel seines Inhalts.",
  streams: {
    webhook: {
      name: "Webhooks",
      text: "Eine Adresse bekommt jedes Ereignis unter dem genauesten Namen, den sie abonniert hat."
    },
    siem: {
      name: "SIEM",
      text: "Ein Ziel bekommt alle oder die, die es nennt. Jeder Sammler bekommt den Inhalt in seiner eigenen Verpackung."
    }
  },
  find: "Name oder Anlass",
  found: (count) => plural(count, { one: "# Ereignis", other: "# Ereignisse" }),
  noneFound: (sought) => `Kein Ereignis passt zu „${sought}“`,
  clear: "Leeren",
  high: "Hohe Schwere"
}
