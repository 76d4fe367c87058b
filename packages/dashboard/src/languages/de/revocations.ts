import type { Words } from "../words.ts"
import { plurals } from "../plural.ts"

const plural = plurals("de")

export const revocations: Words["revocations"] = {
  title: "Apps",
  none: "Keine Apps gewählt",
  noneText: "Bestätige, dass nichts zu entziehen ist, oder wähle Apps.",
  app: "App",
  state: "Stand",
  proof: "Beleg",
  when: "Wann",
  outcomes: {
    revoked: "Entzogen",
    failed: "Fehlgeschlagen",
    manual_required: "Von Hand",
    skipped: "Dort unbekannt",
    stopped: "Abgebrochen"
  },
  open: "Noch nicht",
  confirmed: "Von Hand entfernt",
  verified: "In der App nachgelesen",
  claimed: "Die App sagt es",
  byHand: "Jemand sagt es",
  previewTitle: "Zugang jetzt entziehen?",
  previewText:
    "Diese Aufrufe folgen, in dieser Reihenfolge; was sich nachlesen lässt, wird nachgelesen. Noch ist nichts gesendet.",
  removedTitle: (service) => `Von Hand aus ${service} entfernt?`,
  removedText: "Es steht unter deinem Namen im Protokoll, als Aussage eines Menschen und nicht als nachgelesen.",
  removed: "Von Hand entfernt",
  reason: "Warum oder wie",
  reasonHelp: "Für alle, die später nachsehen; kann leer bleiben.",
  underWay: (done, all) => `Zugang wird entzogen: ${done} von ${all} Apps sind fertig`,
  nothingConfirmed: "Bestätigt: Es gibt nichts zu entziehen",
  confirmNothing: "Bestätigen, dass es nichts gibt",
  act: "Zu tun",
  again: "Erneut versuchen",
  revoke: "Zugang jetzt entziehen",
  started: (count) => plural(count, { one: "# App wird entzogen", other: "# Apps werden entzogen" })
}
