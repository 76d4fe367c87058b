import type { Words } from "../words.ts"

export const assets: Words["assets"] = {
  states: { deployed: "Noch dort", returned: "Zurück", lost: "Verloren" }
}
