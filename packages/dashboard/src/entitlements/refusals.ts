/** What a return can be refused for, whoever decides it and how. */
export const decidedRefusals = {
  AccessReturnNotFound: ({ error }: { readonly error: string }) => error,
  ReturnDecided: ({ error }: { readonly error: string }) => error
}
