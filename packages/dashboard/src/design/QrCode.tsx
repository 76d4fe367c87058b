import "./qr-code.css"
import { generate } from "lean-qr"
import { toSvgPath } from "lean-qr/extras/svg"

// Quiet zone required by the standard; without it cameras do not find the code.
const quiet = 4

/** QR code; dark on light in every theme, since some cameras cannot read the inverse. */
export const QrCode = ({ label, text }: { readonly label: string; readonly text: string }) => {
  const code = generate(text)
  const size = code.size + 2 * quiet
  return (
    <svg class="qr-code" viewBox={`${-quiet} ${-quiet} ${size} ${size}`} role="img" aria-label={label}>
      <path d={toSvgPath(code)} />
    </svg>
  )
}
