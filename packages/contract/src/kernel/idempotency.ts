import { Context } from "effect"

/**
 * Whether a request has the same effect once it was carried out twice, so that a client whose answer got lost may send it
 * again. `{ given }`: only when that field of the body is filled, by which the service recognises the first one.
 */
export type Idempotency = "always" | "never" | { readonly given: string }

/** An endpoint's own promise, where it differs from that of its method. */
export const Idempotent = Context.Reference<Idempotency | undefined>("svc/kernel/Idempotent", {
  defaultValue: () => undefined
})

/** RFC 9110, 9.2.2. */
const idempotentMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])

/** What the endpoint promises by annotation, else what its method does. */
export const idempotencyOf = (endpoint: {
  readonly method: string
  readonly annotations: Context.Context<never>
}): Idempotency =>
  Context.get(endpoint.annotations, Idempotent) ?? (idempotentMethods.has(endpoint.method) ? "always" : "never")
