import type { StageChangeSource } from "@svc/contract/offboardings/schema"
import { germanStageNames as stages } from "@svc/contract/offboardings/stage-names"
import type { ChatWords } from "./words.en.ts"

const number = new Intl.NumberFormat("de-DE")
const offboardings = (count: number) => `${number.format(count)} ${count === 1 ? "Austritt" : "Austritte"}`

const settings: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: "„In die nächste Stufe, wenn die Bedingungen erfüllt sind“",
  schedule: "„Entzug am letzten Tag starten“"
}

export const de: ChatWords = {
  labels: { lastDay: "Letzter Tag", department: "Abteilung", requester: "Beantragt von" },
  buttons: { open: "Öffnen", approve: "Freigeben", reject: "Ablehnen" },
  created: (person, actor) => ({
    title: "Neuer Austritt",
    text:
      actor === null
        ? `Ein Austritt für ${person ?? "eine Person"} wurde angelegt.`
        : `${actor} hat einen Austritt für ${person ?? "eine Person"} gestartet.`
  }),
  imported: (count, source, actor) => {
    const verb = source === "csv" ? "importiert" : "angelegt"
    return {
      title: `${offboardings(count)} ${verb}`,
      text: `${actor ?? "Ein Mitglied"} hat ${offboardings(count)} ${source === "csv" ? "aus einer CSV-Datei " : "zusammen "}${verb}. Prüfe in der Liste letzte Tage und Apps.`
    }
  },
  movedTogether: (count, to, sources) => {
    const names = sources.flatMap((source) => settings[source] ?? []).join(" und ")
    return {
      title: `${offboardings(count)}: jetzt ${to === null ? "eine Stufe weiter" : stages[to]}`,
      text: `${sources.length === 1 ? `Die Einstellung ${names} hat` : `Die Einstellungen ${names} haben`} ${offboardings(count)} verschoben. Die Liste zeigt, was noch offen ist.`
    }
  },
  moved: (person, { from, source, to }, actor) => {
    const setting = source === null ? undefined : settings[source]
    const who = actor ?? (setting === undefined ? null : `Die Einstellung ${setting}`)
    const whose = person ?? "einer Person"
    const title =
      to === "completed" || to === "cancelled"
        ? `Austritt ${stages[to].toLowerCase()}`
        : `Austritt: jetzt ${stages[to]}`
    if (to === "completed") {
      return {
        title,
        text:
          who === null
            ? `Der Austritt von ${whose} ist abgeschlossen.`
            : `${who} hat den Austritt von ${whose} abgeschlossen.`
      }
    }
    const way = `von „${stages[from]}“ nach „${stages[to]}“ verschoben`
    return {
      title,
      text: who === null ? `Der Austritt von ${whose} wurde ${way}.` : `${who} hat den Austritt von ${whose} ${way}.`
    }
  },
  left: (person, apps) => ({
    title: "Zugriff nicht entzogen",
    text: `${person ?? "Eine Person"} hat noch Zugriff: Der Entzug ist in ${apps === 1 ? "1 App" : `${apps} Apps`} fehlgeschlagen. Versuche es erneut, oder entferne den Zugriff in der App und markiere ihn als entfernt.`
  }),
  waiting: (person, requester) => ({
    title: "Austritt freigeben",
    text: `${requester ?? "Ein Mitglied"} hat einen Austritt für ${person ?? "eine Person"} beantragt. Gib den Antrag frei, oder lehne ihn ab.`
  }),
  connected: { title: "Verbunden", text: "Dieser Kanal bekommt jetzt Nachrichten über Austritte." },
  test: { title: "Test", text: "Das ist eine Testnachricht. Du musst nichts tun." },
  approved: (person, by) => `${by} hat den Austritt von ${person} freigegeben. Er ist gestartet.`,
  rejected: (person, by) => `${by} hat den Austritt von ${person} abgelehnt.`,
  notAMember:
    "Deine E-Mail-Adresse bei Slack gehört zu keinem Mitglied dieser Organisation, daher kannst du hier nicht entscheiden. Öffne stattdessen das Dashboard.",
  notYours: "Du hast keinen Zugriff auf diesen Antrag.",
  unanswered: "Slack hat nicht rechtzeitig bestätigt, wer du bist. Es wurde nichts geändert. Versuche es noch einmal.",
  failed:
    "Ein interner Fehler ist aufgetreten. Es wurde nichts geändert. Versuche es noch einmal, oder öffne das Dashboard."
}
