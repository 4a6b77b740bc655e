import { abi as conduitControllerAbi } from '@talad/contracts/abi/ConduitController'
import { safeTransferData, seaportInterface } from '@talad/contracts/calldata'
import { callContract } from '@talad/shared/chain/client'
import { Interface, type JsonRpcProvider } from 'ethers'

/** What a recipient is to get, and from whom; addresses in lower case. */
export type Handover = {
  contract: string
  contractType: 'erc721' | 'erc1155'
  tokenId: string
  amount: bigint
  /** who holds it now */
  holder: string
  /** zone of the order */
  zone: string
}

const conduits = new Interface(conduitControllerAbi)

/**
 * Tells who can hold what is delivered (SP-29). A fulfilment alone doesn't: Seaport hands an ERC-721 token over without
 * asking its receiver, and would even keep one itself.
 * @param seaport in lower case
 */
export function recipientCheck(
  provider: JsonRpcProvider,
  seaport: string,
): (handover: Handover, recipient: string) => Promise<boolean> {
  let controller: string | undefined

  async function conduitController(): Promise<string> {
    if (controller !== undefined) return controller
    const data = seaportInterface.encodeFunctionData('information')
    const answer = await callContract(provider, { to: seaport, data })
    if (answer === undefined) throw new Error('Seaport does not tell of its conduit controller')
    controller = String(seaportInterface.decodeFunctionResult('information', answer)[2]).toLowerCase()
    return controller
  }

  /** @throws what the node throws when it can't be asked */
  return async (handover, recipient) => {
    const { contract, contractType, holder, zone, tokenId, amount } = handover
    const [to, code] = await Promise.all([conduitController(), provider.getCode(recipient)])
    if ([seaport, to, zone, contract].includes(recipient)) return false
    if (code === '0x') return true
    const [conduitKey, transferred] = await Promise.all([
      // it has a key for each conduit, and refuses everybody else
      callContract(provider, { to, data: conduits.encodeFunctionData('getKey', [recipient]) }),
      callContract(provider, {
        from: holder,
        to: contract,
        data: safeTransferData(contractType, { from: holder, to: recipient, tokenId, amount }),
      }),
    ])
    return conduitKey === undefined && transferred !== undefined
  }
}
