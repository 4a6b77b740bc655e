import { seaportInterface } from '@talad/contracts/calldata'
import { Interface } from 'ethers'
import type { ContractCall } from './decide.ts'

const approvals = new Interface([
  'function approve(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

function parse(known: Interface, data: string) {
  try {
    return known.parseTransaction({ data }) ?? undefined
  } catch {
    return undefined // a known selector before something that isn't its arguments
  }
}

/** Reads calldata as a call of Seaport or as an approval; undefined when it is neither. */
export function readCall(data: string): ContractCall | undefined {
  const ofSeaport = parse(seaportInterface, data)
  if (ofSeaport) return { of: 'seaport', name: ofSeaport.name }
  const approval = parse(approvals, data)
  return approval && { of: 'approval', name: approval.name, spender: String(approval.args[0]) }
}
