import { daysAfter, startOfDay } from "@svc/contract/kernel/calendar"
import { EmployeeId, OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import { OffboardingSource } from "@svc/contract/offboardings/schema"
import { nameBasedUuid } from "#platform/crypto/name-based-uuid"

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** Where the organisation of the made-up year is. */
export const homeZone = "Europe/Berlin"

/** The first three are critical by the presets (24 hours), the others are not (72 hours). */
const apps = ["okta", "github", "google-workspace", "slack", "zoom", "notion", "Intranet", "Wiki"] as const

/** What one app did with a leaver, in the order of time. */
interface AppStory {
  readonly app: string
  /** What runs found; a run of the case holds all apps of that moment. */
  readonly runs: ReadonlyArray<{
    readonly at: number
    readonly outcome: "revoked" | "failed" | "manual_required" | "skipped"
    readonly verified: boolean
  }>
  /** When somebody confirmed that they removed it by hand. */
  readonly confirmedAt: number | null
  readonly residual: {
    readonly foundAt: number
    readonly resolution: "accepted" | "revoked" | null
    readonly resolvedAt: number | null
  } | null
}

export interface Case {
  readonly id: OffboardingId
  readonly source: OffboardingSource
  readonly lastDay: string
  /** Null: the organisation's. */
  readonly zone: string | null
  readonly status: "it_revocation" | "asset_recovery" | "completed" | "cancelled"
  readonly createdAt: number
  readonly endedAt: number | null
  readonly accessEndsAt: number | null
  readonly employmentEndsOn: string | null
  readonly initiation: { readonly createdAt: number; readonly approvedAt: number } | null
  readonly apps: ReadonlyArray<AppStory>
  readonly nothingToRevokeAt: number | null
  readonly openTasks: number
  readonly openDocuments: number
}

/** Somebody of the year: a leaver, or who looks like one. */
export interface Person {
  readonly id: EmployeeId
  readonly name: string
  readonly email: string
  readonly department: string
  readonly directory: "active" | "inactive" | "none"
  /** What the HR system says. */
  readonly record: { readonly lastDay: string; readonly at: number } | null
  /** When their account was set inactive, and active again, in the directory. */
  readonly switched: ReadonlyArray<{ readonly to: "active" | "inactive"; readonly at: number }>
  readonly openAssets: number
  readonly case: Case | null
  /** A case that was deleted since. */
  readonly deletedAt: number | null
}

const run = (outcome: AppStory["runs"][number]["outcome"], at: number, verified = false) => ({ at, outcome, verified })

const story = (app: string, fields: Partial<AppStory> = {}): AppStory => ({
  app,
  runs: [],
  confirmedAt: null,
  residual: null,
  ...fields
})

/** How the access to an app may have gone, or not. */
export const went = {
  readBack: (app: string, at: number) => story(app, { runs: [run("revoked", at, true)] }),
  vendorAnswer: (app: string, at: number) => story(app, { runs: [run("revoked", at)] }),
  /** The app has no API: a run says so, and somebody does it. */
  byHand: (app: string, askedAt: number, confirmedAt: number) =>
    story(app, { runs: [run("manual_required", askedAt)], confirmedAt }),
  /** The app does not know the person; somebody has to confirm it. */
  unknownThere: (app: string, askedAt: number, confirmedAt: number | null) =>
    story(app, { runs: [run("skipped", askedAt)], confirmedAt }),
  failedFirst: (app: string, failedAt: number, at: number | null) =>
    story(app, { runs: [run("failed", failedAt), ...(at === null ? [] : [run("revoked", at, true)])] }),
  notConnectedFirst: (app: string, askedAt: number, at: number) =>
    story(app, { runs: [run("manual_required", askedAt), run("revoked", at, true)] }),
  never: (app: string) => story(app),
  andFoundAgain: (removal: AppStory, residual: NonNullable<AppStory["residual"]>): AppStory => ({
    ...removal,
    residual,
    runs:
      residual.resolution === "revoked" && residual.resolvedAt !== null
        ? [...removal.runs, run("revoked", residual.resolvedAt, true)]
        : removal.runs
  })
}

/** Numbers between 0 and 1 that follow from a seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** When a day ends where the organisation is. */
export const endOf = (lastDay: string) => startOfDay(daysAfter(lastDay, 1), homeZone).epochMilliseconds

/** Makes people of one organisation; the same name is the same ids. */
export const peopleOf = (orgId: OrgId, seed: number) => {
  const idOf = (name: string) => nameBasedUuid(orgId, `${seed} ${name}`)

  const person = (name: string, fields: Partial<Person> = {}): Person => ({
    id: EmployeeId.make(idOf(`employee ${name}`)),
    name,
    email: `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, ".")}@acme.test`,
    department: "Engineering",
    directory: "active",
    record: null,
    switched: [],
    openAssets: 0,
    case: null,
    deletedAt: null,
    ...fields
  })

  /** Somebody who leaves at the end of that day, with a case made ten days before and done by now. */
  const leaver = (
    name: string,
    lastDay: string,
    of: { readonly case?: Partial<Case>; readonly person?: Partial<Person> } = {}
  ): Person => {
    const end = endOf(lastDay)
    return person(name, {
      directory: "inactive",
      switched: [{ to: "inactive", at: end + hour }],
      case: {
        id: OffboardingId.make(idOf(`case ${name}`)),
        source: "app",
        lastDay,
        zone: null,
        status: "completed",
        createdAt: end - 10 * day,
        endedAt: end + 5 * day,
        accessEndsAt: null,
        employmentEndsOn: null,
        initiation: null,
        apps: [went.readBack("okta", end + hour), went.readBack("slack", end + hour)],
        nothingToRevokeAt: null,
        openTasks: 0,
        openDocuments: 0,
        ...of.case
      },
      ...of.person
    })
  }

  /** So many whose access went in time, by every route and every kind of evidence. */
  const ordinary = (count: number, year: 2025 | 2026 = 2026): ReadonlyArray<Person> => {
    const random = randomFrom(seed)
    const below = (limit: number) => Math.floor(random() * limit)
    const sources = OffboardingSource.literals
    return Array.from({ length: count }, (_, index) => {
      const lastDay = daysAfter(`${year}-01-05`, below(345))
      const end = endOf(lastDay)
      const createdAt = end - (3 + below(40)) * day - below(day)
      const source = sources[index % sources.length] ?? "app"
      // One run at the end of the last day; what it could not do, somebody does within the day.
      const asked = end + minute + below(10 * minute)
      const appStories = apps.map((app) => {
        const kind = below(20)
        if (kind < 3) return went.byHand(app, asked, asked + hour + below(20 * hour))
        if (kind < 5) return went.vendorAnswer(app, asked)
        return kind < 6 ? went.unknownThere(app, asked, asked + hour + below(10 * hour)) : went.readBack(app, asked)
      })
      return leaver(`Person Number ${index}`, lastDay, {
        case: {
          source,
          createdAt,
          apps: appStories,
          initiation:
            source === "initiation" ? { createdAt: createdAt - 2 * day, approvedAt: createdAt - minute } : null
        },
        person: {
          department: `Department ${index % 12}`,
          switched: [{ to: "inactive", at: end + hour + below(day) }],
          record: source === "hris" || below(2) === 0 ? { lastDay, at: createdAt - hour } : null
        }
      })
    })
  }

  return { person, leaver, ordinary }
}
