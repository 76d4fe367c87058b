import { answer, type Question } from "./check.ts"
import { show } from "./page.ts"

// One script with two lives: the page starts itself once more as the worker that does the checking.
if (typeof document === "undefined") {
  addEventListener("message", ({ data }: MessageEvent<Question>) => {
    void answer(data).then((given) => postMessage(given))
  })
} else {
  show(document.currentScript?.textContent ?? "")
}
