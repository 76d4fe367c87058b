import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { aMember, anOrganisation } from "../support/TestApp.ts"
import { AccessSurface, bearer, send, tokenOf } from "./surface.ts"
const id = "00000000-0000-4000-8000-00000000000a"
layer(AccessSurface)("explore", (it) => {
  it.effect("x", () => Effect.gen(function* () {
    const token = yield* tokenOf(yield* aMember(yield* anOrganisation()))
    const go = (path: string, body: string | undefined, headers = {}) => Effect.gen(function* () {
      const r = yield* send("POST", "/api/probe/decode/" + path, { headers: { ...bearer(token), ...headers }, ...(body === undefined ? {} : { body }) })
      console.log(JSON.stringify(body)?.slice(0, 80), path, JSON.stringify(headers), "=>", r.status, JSON.stringify(r.body).slice(0, 300))
    })
    const p = `${id}/github`
    yield* go("x/github", `{"name":"abc","count":1}`)
    yield* go(id + "/y", `{"name":"abc","count":1}`)
    yield* go(p + "?limit=0", `{"name":"abc","count":1}`)
    yield* go(p + "?limit=1&limit=2", `{"name":"abc","count":1}`)
    yield* go(p, `{"name":"abc","count":1}`)
    yield* go(p, `{`)
    yield* go(p, undefined)
    yield* go(p, "")
    yield* go(p, "null")
    yield* go(p, "[]")
    yield* go(p, `"x"`)
    yield* go(p, "{}")
    yield* go(p, `{"name":1,"count":"x"}`)
    yield* go(p, `{"name":"a","count":1.5,"tags":[1,"a",2]}`)
    yield* go(p, `{"name":"a","count":1e400}`)
    yield* go(p, `{"name":"abc","count":1,"count":2}`)
    yield* go(p, `{"name":"abc","count":1,"__proto__":{"x":1}}`)
    yield* go(p, `{"name":"abc","count":1,"more":{"__proto__":{"polluted":1}}}`)
    console.log("polluted", ({} as Record<string, unknown>)["polluted"])
    yield* go(p, `{"name":"abc","count":1,"more":${"[".repeat(10000)}${"]".repeat(10000)}}`)
    yield* go(p, `{"name":"abc","count":1,"more":${"[".repeat(400000)}${"]".repeat(400000)}}`)
    yield* go(p, "[".repeat(400000))
    yield* go(p, `{"name":"abc","count":1}`, { "content-type": "text/plain" })
    yield* go(p, `{"name":"abc","count":1}`, { "content-type": "application/json; charset=utf-8" })
    yield* go(p, `{"name":"abc","count":1}`, { "content-type": "application/x-www-form-urlencoded" })
    yield* go(p, `\ufeff{"name":"abc","count":1}`)
    yield* go(p, `{"name":"\\ud800ab","count":1}`)
    yield* go(p, `{"name":"a\\u0000b","count":9007199254740993}`)
    yield* go(p, JSON.stringify({ name: "abc", count: 1, tags: Array.from({ length: 100000 }, () => 1) }))
    const b = yield* send("GET", "/api/probe/broken", { headers: bearer(token) })
    console.log(b.status, b.body)
  }))
})
