import type { ChainAnchor } from "@svc/contract/audit/files"
import type { BreakReason, WitnessReport } from "@svc/contract/audit-verification/schema"
import type { ExportForm } from "#audit/log/export-data.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const entries = (count: number) => plural(count, { one: "# entry", other: "# entries" })

const reasons: Readonly<Record<BreakReason, string>> = {
  content_mismatch: "What the entry says is not what was hashed",
  entry_mismatch: "Its number or its link is not what was hashed",
  subject_mismatch: "It is filed under another case or person than it says",
  link_mismatch: "It does not name the hash of the entry before it",
  gap: "Entries before it are missing",
  duplicate: "Its number or its id stands in another entry, too",
  head_mismatch: "The end of the chain is missing or was replaced",
  anchor_missing: "An anchored entry is not in the chain",
  anchor_mismatch: "An anchored entry is not as its anchor says",
  anchor_forged: "No key of this service made the anchor's signature",
  rolled_back: "The chain was set back or rewritten: a witness outside of the database knows more"
}

const witnesses: Readonly<Record<WitnessReport["name"], string>> = {
  storage: "File storage",
  https: "HTTPS witness"
}

const sources: Readonly<Record<ChainAnchor["source"], string>> = {
  hourly: "At a full hour",
  nightly: "At the check of the night",
  archive: "With an archive",
  migration: "At an update"
}

const forms: Readonly<Record<ExportForm, string>> = {
  json: "JSON, signed (ZIP)",
  csv: "CSV, signed (ZIP)",
  pdf: "PDF, to read"
}

export const audit = {
  title: "Audit log",
  about: "Every change, who made it and when, in a chain that cannot be altered unseen.",
  tabs: { label: "Parts of the audit log", entries: "Entries", integrity: "Integrity", archives: "Archives" },
  search: "Text, person or address",
  action: "Action",
  anyAction: "Every action",
  who: "Who",
  anyWho: "Everybody",
  findWho: "Find who did it",
  onlyBy: (name: string) => `Only what ${name} did`,
  onlyByOne: "Only what one person did",
  onlyCase: "Only about one offboarding",
  onlyPerson: "Only about one person",
  from: "From",
  to: "To",
  days: "Days",
  daysHelp: "Days of UTC, both included.",
  what: "What",
  when: "When",
  byService: "The service",
  none: "Nothing has happened yet",
  noneText: "Every change that anybody makes appears here.",
  noMatch: "No entry fits",
  noMatchText: "Try other words, or clear the filters.",
  clear: "Clear",

  export: "Export",
  exportTitle: "Export the audit log",
  exportText: (count: number) =>
    `${entries(count)} that fit the filters, oldest first, at most 50,000. The export becomes an entry itself.`,
  form: "As",
  forms,
  formHelp:
    "A ZIP holds the file, its signature, the public key and how to check it. A JSON export proves the chain, too.",
  exportNow: "Export",
  exported: (count: number) => `${entries(count)} exported`,
  exportedText: "The hash stands in the log, too, in the entry of this export.",
  sha256: "SHA-256",
  signedBy: "Signed by key",
  unsigned: "not signed: no key is set up",
  close: "Close",
  checkIt: "Check it without this service",

  entry: "Entry",
  backToAll: "Audit log",
  happened: "What happened",
  details: "Details",
  target: "Target",
  by: "By",
  byKey: "With the API key",
  moment: "When",
  aboutCase: "Offboarding",
  aboutPerson: "Person",
  openCase: "Open it",
  allOfIt: "All entries about it",
  allBy: "All that they did",
  placeholders: {
    "[erased]":
      "[erased] stands where somebody was erased: their key is destroyed, so nobody can read it any more. The entry still verifies.",
    "[withheld]": "[withheld] stands for what could be tied to no person, and was never stored.",
    "[unreadable]": "[unreadable] stands for what cannot be opened at the moment."
  },
  chain: "In the chain",
  number: "Number",
  contentHash: "Content hash",
  contentHashHelp: "of what it says",
  prevHash: "Previous hash",
  prevHashHelp: "of the entry before it",
  entryHash: "Own hash",
  entryHashHelp: "of its number, content and previous hash",
  anchored: "Anchored",
  notAnchored: "not yet: within the hour",
  stored: "As it is stored and hashed",
  storedText: "Values of persons are sealed with a key of each person; what you read above is opened for you.",
  before: (seq: string) => `Entry ${seq}`,
  after: (seq: string) => `Entry ${seq}`,
  first: "It is the first entry.",
  last: "It is the last entry so far.",
  removed: "The entry before it was removed by retention; its hash stays here.",
  notYours: "not yours to see",
  holds: "The link holds",
  holdsText: "This browser has computed both hashes anew, and they fit. The whole chain is checked under Integrity.",
  broken: "The link does not hold",
  brokenText: "This browser has computed the hashes anew, and they differ. Verify the chain under Integrity.",
  checking: "The hashes are being computed…",
  cannotCheck: "The hashes can only be computed here over HTTPS.",
  notFoundText: "It may have been removed by retention, be of another organisation, or not yours to see.",

  integrityAbout: "Whether the log is as it was written, and how anybody can prove it without us.",
  wholeChain: "The whole chain",
  verify: "Verify the chain",
  verifyText:
    "Computes every hash anew, from the first entry to the last, and holds them against the anchors here and outside.",
  verifying: (count: number) => `${entries(count)} are being checked. That takes a few seconds for each 100,000.`,
  lastVerified: "Last verified",
  neverVerified: "Nobody has verified it yet",
  intact: "The chain is intact",
  intactText: (count: number) => `${entries(count)} checked: none was changed, removed or put in between.`,
  broke: (count: number) => plural(count, { one: "# break was found", other: "# breaks were found" }),
  brokeText: "Keep the anchors, take an export, and tell your auditor before anything else is done.",
  incomplete: "The log is longer than 2,000,000 entries: only those were checked.",
  anchoredThrough: "Covered by anchors until",
  noAnchor: "no anchor yet",
  reason: "What does not hold",
  at: "Entry",
  reasons,
  witness: "Witness",
  witnesses,
  witnessed: (count: number) => plural(count, { one: "# anchor compared", other: "# anchors compared" }),
  witnessAway: "could not be asked",
  noWitness:
    "No place outside of the database keeps anchors. Ask the operator for one: only it shows that the whole was set back.",
  anchorsTitle: "Anchors",
  anchorsText:
    "Signed marks of how far the chain had come. Keep them elsewhere: what they cover cannot be changed unseen later.",
  anchorsNone: "No anchor yet",
  anchorsNoneText: "One is made every hour in which something happened, and every night.",
  madeAt: "Made",
  why: "Why",
  sources,
  signature: "Signature",
  signed: "Signed",
  notSigned: "Not signed",
  keepAnchors: "Download anchors",
  keyTitle: "Signing key",
  keyText: "Signs exports, archives and anchors. Compare its fingerprint with one from another time or another place.",
  keyId: "Key",
  fingerprint: "Fingerprint",
  downloadKey: "Download the key",
  offlineTitle: "Check without this service",
  offlineText:
    "verify.mjs, one file for Node 20 and later, checks exports offline. It is in every leaver test; npm run build also writes it to packages/verify/dist. verify.html does the same in a browser and is in every evidence bundle and leaver test.",
  offline: {
    bundle: "An export, with the key from here",
    anchors: "An export against anchors that you kept",
    openssl: "The signature of an unpacked export, with OpenSSL alone",
    fingerprint: "The fingerprint of a key"
  },
  offlineResult:
    "Proven: everything holds, by a key that you brought. Unvouched: it holds, but only by itself. Failed: it names the entry.",

  archivesAbout: "Copies of the log outside of the database, and how long everything is kept.",
  archive: "Archive now",
  archived: (count: number) => `An archive of ${entries(count)} was written`,
  archivedNothing: "Nothing was written since the last archive",
  archivesTitle: "Archives",
  archivesNone: "No archive yet",
  archivesNoneText: "One is written every night. The first holds everything.",
  period: "Entries",
  inArchive: entries,
  made: "Made",
  expires: "Kept until",
  forever: "for ever",
  auto: "Nightly",
  archivesWhere:
    "Archives lie in the file storage of the service, signed. Its operator hands them out; the hash shows that it is the one.",
  retentionTitle: "How long entries are kept",
  retentionText:
    "Older ones are removed every night, and the log says so. What was archived stays in its archive until the archive expires. While anything is under legal hold nothing is removed.",
  months: "Months",
  monthsHelp: "3 to 120. Until a number is set, entries are kept for ever.",
  keptForEver: "Entries are kept for ever",
  kept: (months: number) =>
    plural(months, { one: "Entries are kept for # month", other: "Entries are kept for # months" }),
  change: "Change",
  changeTitle: (months: number) =>
    plural(months, { one: "Keep entries for # month?", other: "Keep entries for # months?" }),
  changeGoes: (day: string) =>
    `entries from before ${day}, for good, from the log and every search. There is no way back to “for ever”.`,
  changeWaits:
    "the first choice and any shorter one remove nothing for 30 days; setting the former one again undoes it.",
  goes: "Goes:",
  stays: "Stays:",
  waits: "Waits:",
  changeStays: "archives, anchors and the hashes by which the rest still verifies.",
  changed: "The retention was changed",
  archiveRetentionTitle: "How long archives are kept",
  archiveRetentionText: (least: string, usual: string) =>
    `At least ${least} days; ${usual} unless chosen otherwise. Archives written from now on are deleted after this time, but none while anything is under legal hold.`,
  daysKept: "Number of days",
  save: "Save",
  onlySuperAdmins: "Only Super Admins see and change how long entries and archives are kept."
}
