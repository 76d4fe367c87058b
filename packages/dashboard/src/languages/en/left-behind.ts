import type { LeftBehindDisposition, LeftBehindKind } from "@svc/contract/left-behind/schema"

const kinds: Readonly<Record<LeftBehindKind, string>> = {
  oauth_grant: "grant of an app",
  personal_token: "personal token",
  api_key: "API key",
  ssh_key: "SSH key",
  deploy_key: "deploy key",
  service_principal: "service principal",
  agent: "agent",
  app_password: "app password",
  forwarding: "forwarding",
  delegate: "delegate",
  ownership: "ownership",
  schedule: "schedule"
}

const dispositions: Readonly<Record<LeftBehindDisposition, string>> = {
  pending: "Pending",
  revoked: "Ended",
  transferred: "Handed over",
  accepted: "Stays"
}

export const leftBehind = {
  title: "What stays behind",
  what: "What",
  state: "State",
  act: "Act",
  hidden: "This could not be seen",
  kinds,
  dispositions,
  lookAgain: "Look again",
  offered: (name: string) => `Offered to ${name}`,
  takenOver: (name: string) => `${name} takes over`,
  takeOver: "Take over",
  offer: "Name who takes over",
  offerTitle: (label: string) => `Who takes over ${label}?`,
  offerText: "They are told and accept it. It is handed over with the cut, or at once where that was.",
  newOwner: "E-mail address",
  decisions: {
    accept: {
      act: "Let it stay",
      title: (label: string) => `Let ${label} stay?`,
      text: "It is not ended. Who said so and why is kept."
    },
    done: {
      act: "Done by hand",
      title: (label: string) => `Was ${label} ended by hand?`,
      text: "A later look that still shows it makes it pending again."
    },
    go: {
      act: "Let the cut go on",
      title: (label: string) => `Cut although nobody takes over ${label}?`,
      text: "Access ends there although nobody answers for it then."
    }
  }
}
