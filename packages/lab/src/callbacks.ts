/** A call that a vendor makes of its own accord. */
export interface LabCallback {
  readonly url: string
  /** `POST` unless given. */
  readonly method?: "GET" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** Whether the vendor takes the answer for a receipt; any 2xx unless given. */
  readonly accepts?: (answer: CallbackAnswer) => boolean
  readonly onAccepted?: () => void
  /** What has to be accepted before this one is sent; asked when its turn comes, nothing when it has been. */
  readonly first?: () => LabCallback | undefined
}

export interface CallbackAnswer {
  /** None without a response. */
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** One try of a callback. */
export interface LabDelivery {
  readonly callback: LabCallback
  readonly attempt: number
  readonly answer: CallbackAnswer
  readonly accepted: boolean
}

export interface CallbackSender {
  readonly deliveries: ReadonlyArray<LabDelivery>
  /** One try, now. */
  readonly post: (callback: LabCallback) => Promise<LabDelivery>
  /** In order, after those in flight; each is retried until it is accepted. Returns the attempts. */
  readonly send: (callbacks: ReadonlyArray<LabCallback>) => Promise<ReadonlyArray<LabDelivery>>
  /** Once nothing is in flight. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

const tries = 3
const pauseMilliseconds = 200
const patienceMilliseconds = 10_000

const succeeded = ({ status = 0 }: CallbackAnswer) => status >= 200 && status < 300

const nobody: CallbackAnswer = { status: undefined, headers: {}, body: "" }

/** What a vendor does to reach its customers' own addresses. */
export const makeCallbackSender = (): CallbackSender => {
  const deliveries: Array<LabDelivery> = []
  const ending = new AbortController()
  let underWay: Promise<unknown> = Promise.resolve()

  const call = async ({ body, headers, method = "POST", url }: LabCallback): Promise<CallbackAnswer> => {
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(patienceMilliseconds)])
    try {
      const response = await fetch(url, { method, headers, redirect: "manual", signal, ...(body && { body }) })
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text()
      }
    } catch {
      return nobody
    }
  }

  const attempt = async (callback: LabCallback, number: number): Promise<LabDelivery> => {
    const answer = await call(callback)
    const accepted = (callback.accepts ?? succeeded)(answer)
    const delivery = { callback, attempt: number, answer, accepted }
    deliveries.push(delivery)
    if (accepted) callback.onAccepted?.()
    return delivery
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, pauseMilliseconds)
      ending.signal.addEventListener("abort", () => resolve(), { once: true })
    })

  const deliver = async (callback: LabCallback): Promise<ReadonlyArray<LabDelivery>> => {
    const first = callback.first?.()
    const before = first === undefined ? [] : await deliver(first)
    if (first !== undefined && before.at(-1)?.accepted !== true) return before
    const made: Array<LabDelivery> = []
    while (made.length < tries && !ending.signal.aborted && made.at(-1)?.accepted !== true) {
      if (made.length > 0) await pause()
      made.push(await attempt(callback, made.length + 1))
    }
    return [...before, ...made]
  }

  const sendBehind = async (earlier: Promise<unknown>, callbacks: ReadonlyArray<LabCallback>) => {
    await earlier
    const made: Array<LabDelivery> = []
    for (const callback of callbacks) made.push(...(await deliver(callback)))
    return made
  }

  const send: CallbackSender["send"] = (callbacks) => {
    const sent = sendBehind(underWay, callbacks)
    underWay = sent
    return sent
  }

  return {
    deliveries,
    post: (callback) => attempt(callback, 1),
    send,
    settled: async () => {
      let waited: unknown
      do {
        waited = underWay
        await waited
      } while (waited !== underWay)
    },
    close: () => ending.abort()
  }
}
