import { addOktaAccount, okta, oktaToken } from "@svc/lab/okta"
import { addScimAccount, noScimAccounts, scim, scimToken, setScimActive } from "@svc/lab/scim"
import { sameText } from "@svc/lab/people"
import { goodBehaviour, type LabAnswer, type LabRequest } from "@svc/lab/vendor"
import { Context, Effect, Latch, Layer } from "effect"
import { Outbound, OutboundFailed, type OutboundRequest, type OutboundResponse } from "#platform/outbound/outbound"
import type { HistoryClock } from "./clock.ts"
import { shareOf } from "./draws.ts"

/** An account as the vendor has it. */
export interface Account {
  readonly id: string
  readonly addresses: ReadonlyArray<string>
  readonly on: boolean
}

/** What somebody does at a vendor, past the service. */
interface Vendor {
  readonly name: string
  readonly writes: (request: LabRequest) => boolean
  /** Answers a request; one that lies changes nothing. */
  readonly handle: (request: LabRequest, lies: boolean) => LabAnswer
  readonly accounts: () => ReadonlyArray<Account>
  /** The account that a request is about, as far as it names one. */
  readonly accountOf: (request: LabRequest) => string | undefined
  /** A question for a list of accounts. */
  readonly lists: (request: LabRequest) => boolean
  readonly rename: (id: string, address: string) => void
  readonly add: (address: string) => void
  readonly remove: (id: string) => void
  readonly turn: (id: string, on: boolean) => void
  /** Whether something that was found there is still there. */
  readonly has: (kind: string, externalId: string, account: string) => boolean
  /** Gives the account something that outlives it. */
  readonly give: (account: string) => void
}

const noFaults = goodBehaviour()

/** The lab's Okta, with what its people made there. */
const anOkta = (): Vendor => {
  let state = okta.seed()
  let made = 0
  const replace = (
    id: string,
    change: (account: (typeof state.accounts)[number]) => (typeof state.accounts)[number]
  ) => {
    const index = state.accounts.findIndex((account) => account.id === id)
    const account = state.accounts[index]
    if (account !== undefined) state.accounts.splice(index, 1, change(account))
  }
  return {
    name: "okta",
    writes: okta.writes,
    handle: (request, lies) => okta.handle(request, lies ? structuredClone(state) : state, noFaults),
    accounts: () =>
      state.accounts.map(({ email, id, login, status }) => ({
        id,
        addresses: [email, login],
        on: status !== "SUSPENDED" && status !== "DEPROVISIONED"
      })),
    accountOf: (request) => {
      const token = /^\/api\/v1\/api-tokens\/([^/]+)$/.exec(request.path)?.[1]
      if (token !== undefined) return state.possessions.apiTokens.find(({ id }) => id === token)?.userId
      if (request.path === "/oauth2/v1/global-token-revocation") return /"id":"([^"]+)"/.exec(request.body)?.[1]
      const named =
        /^\/api\/v1\/users\/([^/]+)/.exec(request.path)?.[1] ??
        /^\/api\/v1\/groups\/[^/]+\/users\/([^/]+)/.exec(request.path)?.[1]
      return state.accounts.find(({ id, login }) => id === named || (named !== undefined && sameText(login, named)))?.id
    },
    lists: ({ method, path }) => method === "GET" && path === "/api/v1/users",
    rename: (id, address) => replace(id, (account) => ({ ...account, login: address, email: address })),
    add: (address) => addOktaAccount(state, { id: `00u9${++made}lab`, login: address, email: address }),
    remove: (id) => {
      state = { ...state, accounts: state.accounts.filter((account) => account.id !== id) }
    },
    turn: (id, on) => replace(id, (account) => ({ ...account, status: on ? "ACTIVE" : "SUSPENDED" })),
    has: (kind, externalId, account) => {
      const { apiTokens, grants, roles } = state.possessions
      if (kind === "api_key") return apiTokens.some(({ id, userId }) => id === externalId && userId === account)
      if (kind === "oauth_grant") return grants.some((one) => one.clientId === externalId && one.userId === account)
      return kind === "ownership" && roles.some(({ id, userId }) => externalId === `role:${id}` && userId === account)
    },
    give: (account) =>
      void state.possessions.apiTokens.push({ id: `00Tmade${++made}`, name: "made later", userId: account })
  }
}

const aScim = (name: string, addresses: ReadonlyArray<string>): Vendor => {
  const state = noScimAccounts()
  for (const userName of addresses) addScimAccount(state, { userName })
  const userOf = ({ path }: LabRequest) => /^\/scim\/v2\/Users\/([^/]+)$/.exec(path)?.[1]
  return {
    name,
    writes: scim.writes,
    handle: (request, lies) => scim.handle(request, lies ? structuredClone(state) : state, noFaults),
    accounts: () =>
      [...state.accounts.values()].map(({ active, emails, id, userName }) => ({
        id,
        addresses: [userName, ...emails.map(({ value }) => value)],
        on: active
      })),
    accountOf: userOf,
    lists: ({ method, path }) => method === "GET" && path === "/scim/v2/Users",
    rename: (id, address) => {
      const account = state.accounts.get(id)
      if (account === undefined) return
      state.accounts.set(id, {
        ...account,
        userName: address,
        emails: [{ value: address }],
        version: account.version + 1
      })
    },
    add: (address) => void addScimAccount(state, { userName: address }),
    remove: (id) => void state.accounts.delete(id),
    turn: (id, on) => setScimActive(state, id, on),
    has: () => false,
    give: () => undefined
  }
}

export const oktaDomain = "acme.okta.com"
export const tokens = { okta: oktaToken, scim: scimToken }

/** What befalls calls: each a share of all of them. */
export interface Weather {
  /** A write is answered as done, and changes nothing. */
  readonly lies: number
  /** The call never arrives, or its answer does not. */
  readonly lost: number
  /** 503, before or after it took effect. */
  readonly fails: number
  /** A list is answered 404. */
  readonly hides: number
}

export const calm: Weather = { lies: 0, lost: 0, fails: 0, hides: 0 }

/** Who calls: a worker of the service. */
export interface Actor {
  readonly name: string
  /** Closed while its process is paused. */
  readonly runs: Latch.Latch
  /** Another worker took its work while it was paused. */
  isStale: boolean
}

export const anActor = (name: string): Actor => ({ name, runs: Latch.makeUnsafe(true), isStale: false })

export const CurrentActor = Context.Reference<Actor>("test/histories/CurrentActor", {
  defaultValue: () => anActor("nobody")
})

/** One call as the vendor saw it. */
export interface Call {
  readonly app: string
  readonly by: string
  readonly what: string
  readonly method: string
  readonly at: number
  readonly writes: boolean
  readonly account: string | undefined
  /** The account was on before it, and after it. */
  readonly before: boolean | undefined
  readonly after: boolean | undefined
  /** It changed something about accounts or what hangs on them. */
  readonly effective: boolean
  /** Its answer came back, and was the vendor's own. */
  readonly delivered: boolean
  readonly status: number
  /** The accounts that the answer showed. */
  readonly shown: ReadonlyArray<Account>
  readonly isStale: boolean
}

/** The accounts that an answer of 200 names, as they are. */
const shownIn = (vendor: Vendor, answer: LabAnswer): ReadonlyArray<Account> => {
  if (answer.status !== 200) return []
  const text = JSON.stringify(answer.body ?? null)
  return vendor.accounts().filter(({ id }) => text.includes(`"id":"${id}"`))
}

/** Everything outside of the service: its vendors, what was asked of them, and what befalls calls. */
export class World {
  readonly clock: HistoryClock
  readonly seed: string
  readonly vendors: ReadonlyMap<string, Vendor>
  readonly calls: Array<Call> = []
  /** Which account had which address, from when to when. */
  readonly borne: Array<{ app: string; account: string; address: string; from: number; to: number }> = []
  /** When somebody past the service changed an account. */
  readonly touches: Array<{ readonly app: string; readonly account: string; readonly at: number }> = []
  weather: Weather = calm
  /** What happens at the nth call of what is going on, before it arrives. */
  readonly due = new Map<number, (actor: Actor) => Effect.Effect<void>>()
  #sinceStep = 0
  #step = ""
  readonly #alike = new Map<string, number>()

  constructor(seed: string, clock: HistoryClock, people: ReadonlyArray<string>) {
    this.seed = seed
    this.clock = clock
    this.vendors = new Map([
      [oktaDomain, anOkta()],
      ["notion.acme.test", aScim("Notion", people)]
    ])
    this.observe()
  }

  vendor(app: string): Vendor | undefined {
    return [...this.vendors.values()].find(({ name }) => name === app)
  }

  /** Keeps which addresses accounts have by now. */
  observe(): void {
    const now = this.clock.now()
    const open = this.borne.filter(({ to }) => to === Infinity)
    for (const { accounts, name } of this.vendors.values()) {
      const current = accounts().flatMap(({ addresses, id }) =>
        [...new Set(addresses.map((address) => address.toLowerCase()))].map((address) => ({ account: id, address }))
      )
      for (const one of open.filter(({ app }) => app === name)) {
        if (!current.some(({ account, address }) => account === one.account && address === one.address)) one.to = now
      }
      for (const { account, address } of current) {
        if (!open.some((one) => one.app === name && one.account === account && one.address === address)) {
          this.borne.push({ app: name, account, address, from: now, to: Infinity })
        }
      }
    }
  }

  touched(app: string, account: string): void {
    this.touches.push({ app, account, at: this.clock.now() })
  }

  begins(step: string, due: ReadonlyMap<number, (actor: Actor) => Effect.Effect<void>> = new Map()): void {
    this.#step = step
    this.#sinceStep = 0
    this.due.clear()
    for (const [at, what] of due) this.due.set(at, what)
  }

  /** What befalls a call hangs on what it is and how often it was made in this step, on nothing else. */
  #befalls(what: string, writes: boolean, lists: boolean) {
    const key = `${this.#step} ${what}`
    const nth = (this.#alike.get(key) ?? 0) + 1
    this.#alike.set(key, nth)
    const share = (kind: string) => shareOf(`${this.seed} ${key} ${nth} ${kind}`)
    const { fails, hides, lies, lost } = this.weather
    if (lists && share("hides") < hides) return "hidden"
    if (writes && share("lies") < lies) return "lies"
    if (share("lost") < lost) return share("after") < 0.5 ? "lost after" : "lost before"
    if (share("fails") < fails) return share("after") < 0.5 ? "failed after" : "failed before"
    return "none"
  }

  readonly send = Effect.fnUntraced({ self: this }, function* (this: World, request: OutboundRequest) {
    const url = new URL(request.url)
    const vendor = this.vendors.get(url.hostname)
    const body = request.body === undefined ? "" : Buffer.from(request.body).toString("utf8")
    const actor = yield* CurrentActor
    // What was sent before the pause is on its way: nobody can call it back.
    const { isStale } = actor
    yield* actor.runs.await
    const event = this.due.get(++this.#sinceStep)
    if (event !== undefined) {
      this.due.delete(this.#sinceStep)
      yield* event(actor)
      yield* actor.runs.await
    }
    this.clock.pass(1)
    if (vendor === undefined) return yield* new OutboundFailed({ kind: "connect", message: "Nobody is there" })
    const asked: LabRequest = {
      method: request.method,
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: Object.fromEntries(
        Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
      ),
      body,
      rawBody: Buffer.from(body),
      origin: url.origin,
      at: this.clock.now(),
      json: () => {
        try {
          const parsed: unknown = JSON.parse(body)
          return parsed
        } catch {
          return undefined
        }
      },
      form: () => new URLSearchParams(body)
    }
    const writes = vendor.writes(asked)
    const what = `${vendor.name} ${request.method} ${url.pathname}${url.search}`
    const fault = this.#befalls(what, writes, vendor.lists(asked))
    const account = vendor.accountOf(asked)
    const isOn = () => vendor.accounts().find(({ id }) => id === account)?.on
    const before = isOn()
    const arrives = fault !== "lost before" && fault !== "failed before" && fault !== "hidden"
    const answer = arrives ? vendor.handle(asked, fault === "lies") : { status: fault === "hidden" ? 404 : 503 }
    const delivered = fault === "none" || fault === "lies"
    this.calls.push({
      app: vendor.name,
      by: actor.name,
      what: `${what} ${fault}`,
      method: request.method,
      at: this.clock.now(),
      writes,
      account,
      before,
      after: isOn(),
      effective: writes && arrives && fault !== "lies" && answer.status < 300,
      delivered,
      status: answer.status,
      shown: delivered ? shownIn(vendor, answer) : [],
      isStale
    })
    if (fault === "lost before" || fault === "lost after") {
      return yield* new OutboundFailed({ kind: "timeout", message: "No complete answer in time" })
    }
    if (!delivered) {
      const refused: OutboundResponse = {
        status: fault === "hidden" ? 404 : 503,
        headers: {},
        body: "",
        truncated: false
      }
      return refused
    }
    const response: OutboundResponse = {
      status: answer.status,
      headers: { ...answer.headers },
      body: typeof answer.body === "string" ? answer.body : (JSON.stringify(answer.body) ?? ""),
      truncated: false
    }
    return response
  })
}

/** The world of the history that is played: one at a time. */
export const theWorld: { current: World | undefined } = { current: undefined }

export const WithinTheWorld = Layer.sync(Outbound, () =>
  Outbound.of({
    check: (url) => Effect.sync(() => new URL(url)),
    send: (request) =>
      theWorld.current === undefined
        ? new OutboundFailed({ kind: "connect", message: "Nobody is there" })
        : theWorld.current.send(request)
  })
)
