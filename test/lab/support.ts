import {
  startVendor,
  type LabAnswer,
  type LabRequest,
  type RunningVendor,
  type VendorDefinition
} from "@svc/lab/vendor"
import { Effect } from "effect"

/** A stand-in that ends with the test. */
export const running = <State>(definition: VendorDefinition<State>) =>
  Effect.acquireRelease(
    Effect.promise((): Promise<RunningVendor<State>> => startVendor(definition)),
    (vendor) => Effect.promise(() => vendor.close())
  )

/** A customer's own address, which answers callbacks as `answer` says. */
export const aCustomer = (answer: (request: LabRequest) => LabAnswer) =>
  running<object>({
    name: "customer",
    seed: () => ({}),
    handle: answer,
    writes: () => true,
    throttled: () => ({ status: 429 }),
    unauthorized: () => ({ status: 401 }),
    forbidden: () => ({ status: 403 })
  })

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | FormData | URLSearchParams | undefined
}

/** One call; the answer as text, as JSON where it is some, and as bytes. */
export const ask = (url: string, method: string, { body, headers = {} }: Asked = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = Buffer.from(bytes).toString("utf8")
    const isJson = (response.headers.get("content-type") ?? "").includes("json") && text !== ""
    const json: unknown = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json, bytes }
  })

/** What a signer sends with the page's form. */
export const press = (url: string, action: "sign" | "decline", code = "") =>
  ask(url, "POST", { body: new URLSearchParams({ action, code }) })

/** A value inside of JSON by its path; `undefined` where there is none. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value
  )

export const textAt = (value: unknown, ...path: ReadonlyArray<string | number>) => String(at(value, ...path))
