import { mayBeChainName } from '@talad/proto/http/identity/chain-name'
import { getAddressOfName } from '@talad/proto/http/identity/names'
import { getPerson } from '@talad/proto/http/identity/people'
import { call } from '@talad/ui/client/call'

/** Who is meant by what somebody typed, and the wallets of theirs that it may be sent to; at least one. */
export type Recipient = { typed: string; name: string; wallets: readonly string[] }

/** Whether it is to be looked up; what begins as an address is one, or a mistake. */
export const isName = (typed: string): boolean => typed !== '' && !/^0x/i.test(typed)

/** ID-40: a name of the chain stands for one wallet, a public name of the market for all of its person's. */
export async function findRecipient(typed: string): Promise<Recipient> {
  if (mayBeChainName(typed)) {
    const { address } = await call(getAddressOfName, { params: { name: typed } })
    return { typed, name: typed, wallets: [address] }
  }
  const { display_name: name, wallets } = await call(getPerson, { params: { who: typed } })
  return { typed, name: name ?? typed, wallets }
}
