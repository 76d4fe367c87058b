import "./entry.css"
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"
import { speak, languages, useFirstWords } from "#languages/words.ts"
import { Icon } from "./Icon.tsx"

export const product = "Offboarding"

/** Logo and name. */
export const Mark = () => (
  <span class="mark">
    <span class="sign">
      <Icon name="badge-check" />
    </span>
    {product}
  </span>
)

const Language = ({ help }: { readonly help: string | undefined }) => {
  const { language, shell } = useFirstWords()
  const id = useId()
  return (
    <footer>
      <Icon name="globe" size="small" tone="3" />
      <label class="visually-hidden" for={id}>
        {shell.language}
      </label>
      <select id={id} value={language} onChange={(event) => void speak(event.currentTarget.value)}>
        {languages.map(([code, name]) => (
          <option value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      {help !== undefined && (
        <a href={help} target="_blank">
          {shell.help}
        </a>
      )}
    </footer>
  )
}

/** Page outside the shell, such as sign-in, with a language selector. */
export const Entry = ({
  children,
  help,
  title
}: {
  readonly title: string
  /** Link to an explanation. */
  readonly help?: string
  readonly children: ComponentChildren
}) => (
  <div class="entry">
    <main>
      <Mark />
      <h1>{title}</h1>
      {children}
    </main>
    <Language help={help} />
  </div>
)
