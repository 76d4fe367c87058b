import type { LabAnswer, LabRequest } from "./vendor.ts"

const pageSizeLimit = 100

export const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const says = (status: number, message: string): LabAnswer => ({
  status,
  body: { message, status: String(status) }
})
export const notFound = says(404, "Not Found")
export const done: LabAnswer = { status: 204 }

/** One page, and in `Link` where the next one is, as GitHub says it. */
export const paged = <A>({ origin, path, query }: LabRequest, all: ReadonlyArray<A>): LabAnswer => {
  const size = Math.min(Number(query.get("per_page") ?? 30), pageSizeLimit)
  const page = Number(query.get("page") ?? 1)
  const start = (page - 1) * size
  const next = new URLSearchParams([...query].filter(([name]) => name !== "page"))
  next.set("page", String(page + 1))
  return {
    status: 200,
    body: all.slice(start, start + size),
    ...(start + size < all.length ? { headers: { link: `<${origin}${path}?${next}>; rel="next"` } } : {})
  }
}
