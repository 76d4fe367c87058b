import "./qr-code.css"
import { generate } from "lean-qr"
import { toSvgPath } from "lean-qr/extras/svg"

// Without as much light around it as the standard asks for, cameras do not find it.
const quiet = 4

/** A text for the camera of a phone; dark on light in every theme, as not every camera reads the reverse. */
export const QrCode = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const code = generate(text)
  const size = code.size + 2 * quiet
  return (
    <svg class="qr-code" viewBox={`${-quiet} ${-quiet} ${size} ${size}`} role="img" aria-label={label}>
      <path d={toSvgPath(code)} />
    </svg>
  )
}
