import { useState } from "preact/hooks"

const keptIn = "shortcuts"

/** Whether single letters act; remembered by the browser (WCAG 2.1.4). */
export const areLettersOn = () => localStorage.getItem(keptIn) !== "off"

export const useLetters = () => {
  const [isOn, setOn] = useState(areLettersOn)
  const turn = (isOn: boolean) => {
    localStorage.setItem(keptIn, isOn ? "on" : "off")
    setOn(isOn)
  }
  return { isOn, turn }
}

/** The place of each letter after `g`. */
export const placeLetters = ["h", "o", "r", "p", "e", "d", "a", "i"] as const
