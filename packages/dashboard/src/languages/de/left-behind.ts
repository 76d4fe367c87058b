import type { Words } from "../en.ts"

export const leftBehind: Words["leftBehind"] = {
  title: "Was zurückbleibt",
  what: "Was",
  state: "Stand",
  act: "Handeln",
  hidden: "Das ließ sich nicht sehen",
  kinds: {
    oauth_grant: "Freigabe für eine App",
    personal_token: "persönliches Token",
    api_key: "API-Schlüssel",
    ssh_key: "SSH-Schlüssel",
    deploy_key: "Deploy-Schlüssel",
    service_principal: "Dienstprinzipal",
    agent: "Agent",
    app_password: "App-Passwort",
    forwarding: "Weiterleitung",
    delegate: "Stellvertretung",
    ownership: "Eigentum",
    schedule: "Plan"
  },
  dispositions: { pending: "Offen", revoked: "Beendet", transferred: "Übergeben", accepted: "Bleibt" },
  lookAgain: "Noch einmal nachsehen",
  offered: (name) => `${name} angeboten`,
  takenOver: (name) => `${name} übernimmt`,
  takeOver: "Übernehmen",
  offer: "Nachfolge benennen",
  offerTitle: (label) => `Wer übernimmt ${label}?`,
  offerText:
    "Die Person erfährt es und nimmt es an. Übergeben wird es mit dem Entzug, oder sofort, wenn der schon war.",
  newOwner: "E-Mail-Adresse",
  decisions: {
    accept: {
      act: "Bleiben lassen",
      title: (label) => `${label} bleiben lassen?`,
      text: "Es wird nicht beendet. Wer das entschieden hat und warum, bleibt vermerkt."
    },
    done: {
      act: "Von Hand erledigt",
      title: (label) => `${label} von Hand beendet?`,
      text: "Zeigt ein späterer Blick es noch, ist es wieder offen."
    },
    go: {
      act: "Entzug freigeben",
      title: (label) => `Entziehen, obwohl niemand ${label} übernimmt?`,
      text: "Der Zugang endet dort, auch wenn dann niemand mehr dafür einsteht."
    }
  }
}
