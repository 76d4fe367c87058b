// What this domain uses of `@xmldom/xmldom`, whose own types would bring the browser's globals (`name`, `event`,
// `document`, …) into the whole program. `tsconfig.json` puts this file in their place.

export interface Node {
  readonly nodeType: number
}

export interface Element extends Node {
  readonly namespaceURI: string | null
  readonly localName: string | null
  readonly textContent: string | null
  readonly childNodes: ArrayLike<Node>
  hasAttribute(name: string): boolean
  getAttribute(name: string): string | null
}

export class DOMParser {
  constructor(options: {
    readonly locator: object
    readonly errorHandler: {
      readonly warning: () => never
      readonly error: () => never
      readonly fatalError: () => never
    }
  })
  parseFromString(source: string, mimeType: "text/xml"): { readonly documentElement: Element | null }
}
