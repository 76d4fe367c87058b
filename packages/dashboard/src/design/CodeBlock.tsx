import "./code-block.css"

/** Block of code; scrolls when it overflows. */
export const CodeBlock = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <pre class="code-block" role="region" aria-label={label} tabIndex={0}>
    {text}
  </pre>
)
