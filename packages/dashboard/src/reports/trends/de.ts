import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const trends: typeof en.trends = {
  course: "Begonnen und abgeschlossen",
  courseText:
    "Austritte nach Monat; für die gesamte Zeit die letzten 12 Monate. Wird ein Austritt wieder geöffnet, ändern sich vergangene Monate.",
  courseNone: "In diesem Zeitraum wurden keine Austritte begonnen oder abgeschlossen.",
  started: "Begonnen",
  completed: "Abgeschlossen",
  month: "Monat",
  byDepartment: "Tage im Schnitt nach Abteilung",
  byReason: "Tage im Schnitt nach Grund",
  durationText: "Vom Beginn bis zum Abschluss, die langsamsten zuerst. In Klammern: abgeschlossene Austritte.",
  durationNone: "In diesem Zeitraum wurden keine Austritte abgeschlossen.",
  few: (count) =>
    plural(count, {
      one: "Nur # Austritt abgeschlossen: zu wenig für einen Vergleich.",
      other: "Nur # Austritte abgeschlossen: zu wenig für einen Vergleich."
    }),
  average: "Tage im Schnitt",
  days: (count) => plural(count, { one: "# Tag", other: "# Tage" }),
  bottlenecks: "Engpässe",
  bottlenecksText:
    "Aufgaben, die am häufigsten nicht erledigt sind. Nur Aufgaben in mindestens zwei offenen Austritten.",
  bottlenecksNone: "Keine Aufgabe kommt in zwei oder mehr offenen Austritten vor.",
  task: "Aufgabe",
  waits: "Nicht erledigt",
  reasons: "Austrittsgründe",
  reasonsText: "In diesem Zeitraum begonnene Austritte.",
  reasonsNone: "In diesem Zeitraum wurden keine Austritte begonnen.",
  reasonsElsewhere: "Gründe in anderen Organisationen",
  reason: "Grund",
  share: "Anteil",
  comparison: "Im Vergleich mit anderen Organisationen",
  comparisonText: (count) => `Auf Basis der in den letzten 12 Monaten angelegten Austritte, davon ${count} von euch.`,
  scoped: "Bei euch zählen nur Daten, die du siehst.",
  sampleTooSmall: "Stichprobe zu klein",
  sampleTooSmallText: (organisations) =>
    `Vergleichswerte erscheinen, sobald mindestens ${organisations} andere Organisationen genug beitragen, ohne dass eine davon erkennbar wird.`,
  completedTooFew:
    "Bei anderen Organisationen sind zu wenige Austritte abgeschlossen, um Tage und pünktlichen Anteil zu zeigen.",
  suppressed: "Zu selten zum Anzeigen",
  who: "Organisation",
  own: "Eure",
  others: "Andere",
  usual: "Typisch",
  tooFew: "zu wenig",
  compared: {
    avgCompletionDays: "Tage bis zum Abschluss",
    onTimeRate: "Bis zum letzten Tag abgeschlossen",
    completionRate: "Abgeschlossen"
  }
}
