import type { Words } from "../en.ts"

export const apiKeys: Words["apiKeys"] = {
  title: "API-Schlüssel",
  about: "Damit melden sich eure Programme an. Ein Schlüssel wird einmal gezeigt, wenn er entsteht.",
  none: "Noch keine API-Schlüssel",
  noneText: "Mach einen für jedes Programm, mit nicht mehr Rechten, als es braucht.",
  name: "Name",
  key: "Schlüssel",
  calls: "Aufrufe in 7 Tagen",
  lastUsed: "Zuletzt benutzt",
  never: "nie",
  state: "Stand",
  active: "Aktiv",
  revoked: "Entzogen",
  expired: "Abgelaufen",
  grace: (until) => `Der alte gilt bis ${until}`,
  rotate: "Erneuern",
  rotated: "Der neue Schlüssel",
  rotatedText: "Kopiere ihn jetzt: Er wird hier gezeigt und nie wieder. Der alte gilt noch 24 Stunden.",
  close: "Ich habe ihn kopiert",
  perDay: (calls) => `Aufrufe je Tag, der älteste zuerst: ${calls.join(", ")}`
}
