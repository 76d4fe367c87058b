import type { OffboardingStatus, StageChangeSource } from "@svc/contract/offboardings/schema"
import { stageNames } from "@svc/contract/offboardings/stage-names"

const number = new Intl.NumberFormat("en-US")
const offboardings = (count: number) => `${number.format(count)} offboarding${count === 1 ? "" : "s"}`

const settings: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: "“Move to the next stage when the conditions are met”",
  schedule: "“Start access revocation on the last day”"
}

const ended: Readonly<Partial<Record<OffboardingStatus, string>>> = {
  completed: "Offboarding completed",
  cancelled: "Offboarding canceled"
}

const named = (person: string | null) => person ?? "an employee"

export const en = {
  labels: { lastDay: "Last day", department: "Department", requester: "Requested by" },
  buttons: { open: "Open", approve: "Approve", reject: "Reject" },
  created: (person: string | null, actor: string | null) => ({
    title: "New offboarding",
    text:
      actor === null
        ? `An offboarding for ${named(person)} was created.`
        : `${actor} started an offboarding for ${named(person)}.`
  }),
  imported: (count: number, source: "csv" | "bulk", actor: string | null) => {
    const verb = source === "csv" ? "imported" : "created"
    return {
      title: `${offboardings(count)} ${verb}`,
      text: `${actor ?? "A member"} ${verb} ${offboardings(count)}${source === "csv" ? " from a CSV file" : " together"}. Open the list to check last days and apps.`
    }
  },
  movedTogether: (count: number, to: OffboardingStatus | null, sources: ReadonlyArray<StageChangeSource>) => ({
    title: `${offboardings(count)} moved to ${to === null ? "their next stage" : stageNames[to]}`,
    text: `The ${sources.length === 1 ? "setting" : "settings"} ${sources.flatMap((source) => settings[source] ?? []).join(" and ")} moved ${offboardings(count)}. Open the list to see the remaining steps.`
  }),
  moved: (
    person: string | null,
    {
      from,
      source,
      to
    }: { readonly from: OffboardingStatus; readonly to: OffboardingStatus; readonly source: StageChangeSource | null },
    actor: string | null
  ) => {
    const setting = source === null ? undefined : settings[source]
    const who = actor ?? (setting === undefined ? null : `The setting ${setting}`)
    const title = ended[to] ?? `Offboarding moved to ${stageNames[to]}`
    if (to === "completed") {
      return {
        title,
        text:
          who === null
            ? `The offboarding of ${named(person)} is completed.`
            : `${who} completed the offboarding of ${named(person)}.`
      }
    }
    const stages = `from ${stageNames[from]} to ${stageNames[to]}`
    return {
      title,
      text:
        who === null
          ? `The offboarding of ${named(person)} moved ${stages}.`
          : `${who} moved the offboarding of ${named(person)} ${stages}.`
    }
  },
  left: (person: string | null, apps: number) => ({
    title: "Access not revoked",
    text: `${person ?? "An employee"} still has access: revocation failed in ${apps === 1 ? "1 app" : `${apps} apps`}. Retry, or remove the access in the app and mark it as removed.`
  }),
  waiting: (person: string | null, requester: string | null) => ({
    title: "Approve offboarding",
    text: `${requester ?? "A member"} requested an offboarding for ${named(person)}. Approve or reject the request.`
  }),
  connected: { title: "Connected", text: "This channel now receives messages about offboardings." },
  test: { title: "Test", text: "This is a test message. No action is needed." },
  approved: (person: string, by: string) => `${by} approved the offboarding of ${person}. It has started.`,
  rejected: (person: string, by: string) => `${by} rejected the offboarding of ${person}.`,
  notAMember:
    "Your Slack email doesn’t match a member of this organization, so you can’t decide here. Open the dashboard instead.",
  notYours: "You don’t have access to this request.",
  unanswered: "Slack did not confirm who you are in time. Nothing changed. Try again.",
  failed: "An internal error occurred. Nothing changed. Try again, or open the dashboard."
}

export type ChatWords = typeof en
