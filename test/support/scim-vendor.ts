import { addScimAccount, noScimAccounts, scim, type ScimAccount, scimHabits, setScimActive } from "@svc/lab/scim"
import { startVendor } from "@svc/lab/vendor"

/** A user of the stand-in; `id` is assigned. */
export interface ScimPerson {
  readonly userName: string
  readonly emails?: ReadonlyArray<string>
  readonly active?: boolean
}

/** How the stand-in misbehaves; everything is off at first and may be changed at any time. */
interface ScimBehaviour {
  /** Answers everybody, page by page, whatever was asked for. */
  ignoresFilter: boolean
  /** Refuses every call with this status. */
  refusesWith: number | undefined
  /** Refuses PATCH with this status; PUT works. */
  refusesPatchWith: number | undefined
  /** Answers this many calls with 429 and this `Retry-After`. */
  throttles: { calls: number; retryAfter: string | undefined }
  /** Says that a write succeeded, and changes nothing. */
  pretendsToWrite: boolean
  /** Carries a write out, and never answers it. */
  neverAnswersWrites: boolean
  /** Fails a write with 500 after carrying it out. */
  failsAfterWriting: boolean
  /** Never answers anything. */
  hangs: boolean
  /** Answers every call with a redirect to this address. */
  redirectsTo: string | undefined
  /** Changes the user just before this many writes, so that `If-Match` fails. */
  changesBeforeWrites: number
  /** Deletes the user just before a write. */
  vanishesBeforeWrites: boolean
  /** Keeps every answer back so long. */
  delayMilliseconds: number
}

interface ScimVendorOptions {
  readonly token?: string
  readonly people?: ReadonlyArray<ScimPerson>
  readonly port?: number
  readonly host?: string
  readonly pageSize?: number
  /** PEM; without it plain HTTP. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export interface ScimVendor {
  /** The address above `/Users`. */
  readonly baseUrl: string
  readonly port: number
  readonly token: string
  readonly behaviour: ScimBehaviour
  readonly requests: ReadonlyArray<{
    readonly method: string
    readonly path: string
    readonly filter: string | null
    readonly authorization: string | undefined
    readonly ifMatch: string | undefined
    readonly body: string
  }>
  /** Requests that could change something. */
  readonly writes: () => number
  readonly add: (person: ScimPerson) => string
  readonly find: (id: string) => ScimAccount | undefined
  readonly remove: (id: string) => void
  /** Somebody re-enables or disables the user behind our back. */
  readonly setActive: (id: string, active: boolean) => void
  /** Back to good behaviour; people stay. */
  readonly behave: () => void
  readonly close: () => Promise<void>
}

/** The lab's SCIM service with nobody in it but the given people. */
export const startScimVendor = async ({
  pageSize,
  people = [],
  token,
  ...options
}: ScimVendorOptions = {}): Promise<ScimVendor> => {
  const seed = () => {
    const state = noScimAccounts()
    if (token !== undefined) state.token = token
    if (pageSize !== undefined) state.pageSize = pageSize
    for (const person of people) addScimAccount(state, person)
    return state
  }
  const vendor = await startVendor({ ...scim, seed }, options)
  const { faults, state } = vendor
  const { habits } = state

  const behaviour: ScimBehaviour = {
    get ignoresFilter() {
      return faults.ignoresFilter
    },
    set ignoresFilter(value) {
      faults.ignoresFilter = value
    },
    get refusesWith() {
      return faults.answersWith
    },
    set refusesWith(value) {
      faults.answersWith = value
    },
    get refusesPatchWith() {
      return habits.refusesPatchWith
    },
    set refusesPatchWith(value) {
      habits.refusesPatchWith = value
    },
    get throttles() {
      const { calls, seconds } = faults.throttles
      return { calls, retryAfter: seconds === undefined ? undefined : String(seconds) }
    },
    set throttles({ calls, retryAfter }) {
      faults.throttles = { calls, seconds: retryAfter === undefined ? undefined : Number(retryAfter) }
    },
    get pretendsToWrite() {
      return faults.lies
    },
    set pretendsToWrite(value) {
      faults.lies = value
    },
    get neverAnswersWrites() {
      return faults.hangsAfterWriting
    },
    set neverAnswersWrites(value) {
      faults.hangsAfterWriting = value
    },
    get failsAfterWriting() {
      return faults.failsAfterWriting
    },
    set failsAfterWriting(value) {
      faults.failsAfterWriting = value
    },
    get hangs() {
      return faults.hangs
    },
    set hangs(value) {
      faults.hangs = value
    },
    get redirectsTo() {
      return faults.redirectsTo
    },
    set redirectsTo(value) {
      faults.redirectsTo = value
    },
    get changesBeforeWrites() {
      return habits.changesBeforeWrites
    },
    set changesBeforeWrites(value) {
      habits.changesBeforeWrites = value
    },
    get vanishesBeforeWrites() {
      return habits.vanishesBeforeWrites
    },
    set vanishesBeforeWrites(value) {
      habits.vanishesBeforeWrites = value
    },
    get delayMilliseconds() {
      return faults.delayMilliseconds
    },
    set delayMilliseconds(value) {
      faults.delayMilliseconds = value
    }
  }

  return {
    baseUrl: `${vendor.url}/scim/v2`,
    port: vendor.port,
    token: state.token,
    behaviour,
    get requests() {
      return vendor.requests.map(({ body, headers, method, path, query }) => ({
        method,
        path,
        filter: query.get("filter"),
        authorization: headers.authorization,
        ifMatch: headers["if-match"],
        body
      }))
    },
    writes: vendor.writes,
    add: (person) => addScimAccount(state, person),
    find: (id) => state.accounts.get(id),
    remove: (id) => void state.accounts.delete(id),
    setActive: (id, active) => setScimActive(state, id, active),
    behave: () => {
      vendor.behave()
      Object.assign(habits, scimHabits())
    },
    close: vendor.close
  }
}
