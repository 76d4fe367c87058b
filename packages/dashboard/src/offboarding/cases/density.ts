import { useState } from "preact/hooks"

const keptIn = "offboardings-rows"

/** Height of the rows, remembered by the browser; dense unless chosen otherwise. */
export const useDensity = () => {
  const [dense, set] = useState(() => localStorage.getItem(keptIn) !== "comfortable")
  const turn = (dense: boolean) => {
    localStorage.setItem(keptIn, dense ? "dense" : "comfortable")
    set(dense)
  }
  return { dense, turn }
}
