import { ens_normalize } from '@adraffy/ens-normalize'
import { mayBeChainName } from '@talad/proto/http/identity/chain-name'
import { LONGEST_NAME } from '@talad/proto/http/identity/names'

/** ID-40: a name as ENSIP-15 writes it; undefined for what is none. */
export function normalName(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  try {
    const name = ens_normalize(text)
    return name.length <= LONGEST_NAME && mayBeChainName(name) ? name : undefined
  } catch {
    return undefined
  }
}
