import type { LeaverTestStatus, TierPreset } from "@svc/contract/leaver-test/schema"

const states: Readonly<Record<LeaverTestStatus, string>> = {
  queued: "Waits",
  running: "Being made",
  ready: "Ready",
  failed: "Failed",
  expired: "Expired",
  withdrawn: "Withdrawn"
}

const presets: Readonly<Record<TierPreset, string>> = {
  soc2: "SOC 2",
  nerc_cip_004: "NERC CIP-004",
  pci_dss: "PCI DSS",
  own: "Own hours"
}

export const leaverTest = {
  title: "Leaver test",
  about:
    "Every leaver of a period tested, instead of a sample: what they held, when it was removed, and by which evidence.",
  request: "New test",
  requestText: "Made in the background as one signed ZIP; you get a mail when it is ready.",
  start: "Start the test",
  from: "Last working days from",
  to: "To",
  preset: "Hours allowed",
  presetHelp: "As the standard is commonly read: identity, mail and code first.",
  presets,
  auditorsWords: "Words of your auditor",
  auditorsWordsHelp: "The sample follows from them, so that nobody can pick it.",
  none: "No tests yet",
  noneText: "Ask for one, and hand it to your auditor: every figure can be recounted.",
  period: "Period",
  asked: (preset: string, by: string) => `${preset}, asked for by ${by}`,
  state: "State",
  states,
  progress: (done: number, total: number) => `${done} of ${total}`,
  requested: "Started",
  download: "Download"
}
