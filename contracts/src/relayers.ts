import { Contract, computeAddress, MaxUint256 } from 'ethers'
import { abi as pointTokenAbi } from '../abi/PointToken.ts'
import { abi as zoneAbi } from '../abi/RelayerZone.ts'
import { makeSender, type Session } from './chain-session.ts'

type Log = (line: string) => void

/** An account that may fill restricted orders and spend points. With its key it can be made ready to pay, too. */
export type Relayer = { address: string; privateKey?: string }

/** In satang. Five billion sales at the highest price allowed. */
const PLENTY_OF_POINTS = 10n ** 18n

/** Makes these accounts, and no others, the ones in office at contracts: they may fill orders, spend points, or mint. */
export async function appointRelayers(
  session: Session,
  addresses: readonly string[],
  relayers: readonly Relayer[],
  log: Log,
): Promise<void> {
  const wanted = relayers.map(({ address }) => address.toLowerCase())
  for (const address of addresses) {
    // all that have relayers are asked and told of them alike
    const contract = new Contract(address, zoneAbi, session.provider)
    const current = Array.from(await contract.getFunction('relayers')(), (one) => String(one).toLowerCase())
    if (current.length === wanted.length && wanted.every((one) => current.includes(one))) continue
    await session.send(await contract.getFunction('setRelayers').populateTransaction(wanted))
    log(`${wanted.join(' and ')} may act at ${address}`)
  }
}

/** Sees that a relayer has points to pay with. */
export async function supplyPoints(
  { provider, send }: Session,
  { pointToken }: { pointToken: string },
  { address }: Relayer,
  log: Log,
): Promise<void> {
  const token = new Contract(pointToken, pointTokenAbi, provider)
  const held = BigInt(await token.getFunction('balanceOf')(address))
  if (held >= PLENTY_OF_POINTS / 2n) return
  await send(await token.getFunction('mint').populateTransaction(address, PLENTY_OF_POINTS))
  log(`points minted to ${address}`)
}

/** Lets Seaport take a relayer's points, which is how the relayer pays for what it fills. */
export async function approveSeaport(
  { provider }: Session,
  { pointToken, seaport }: { pointToken: string; seaport: string },
  { address, privateKey }: Relayer,
  log: Log,
): Promise<void> {
  if (privateKey === undefined) return
  const relayer = makeSender(provider, privateKey)
  const token = new Contract(pointToken, pointTokenAbi, provider)
  const allowed = BigInt(await token.getFunction('allowance')(relayer.wallet.address, seaport))
  if (allowed === MaxUint256) return // an unlimited allowance does not shrink
  await relayer.send(await token.getFunction('approve').populateTransaction(seaport, MaxUint256))
  log(`Seaport may take the points of ${address}`)
}

/** @throws Error when a key isn't that of its address, an address comes twice, or there is none */
export function checkRelayers(relayers: readonly Relayer[]): void {
  if (relayers.length === 0) throw new Error('at least one relayer is needed')
  const seen = new Set(relayers.map(({ address }) => address.toLowerCase()))
  if (seen.size !== relayers.length) throw new Error('a relayer is named twice')
  for (const { address, privateKey } of relayers) {
    if (privateKey === undefined) continue
    if (computeAddress(privateKey).toLowerCase() !== address.toLowerCase())
      throw new Error(`the key of relayer ${address} is that of another account`)
  }
}
