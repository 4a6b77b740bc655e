/** ID-40: a name of the chain is known by a dot inside, which no address has, and no public name of ours any more. */
export const mayBeChainName = (text: string): boolean => /^[^\s/.]+(\.[^\s/.]+)+$/u.test(text)
