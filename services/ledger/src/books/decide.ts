import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import type { BooksEvent } from './events.ts'
import type { Books } from './state.ts'

type Proved = Extract<BooksEvent, { type: 'BooksProved' }>['data']

export type Command =
  | { type: 'RecordProof'; proved: Omit<Proved, 'at'>; found: readonly string[]; now: Date }
  /** `id`: of the call. `version`: the state that was looked at; undefined: whatever it is */
  | { type: 'Thaw'; id: string; by: string; note: string; version: number | undefined; now: Date }

type Of<T extends Command['type']> = Extract<Command, { type: T }>

/** The first faults are enough to know what the freeze was about. */
const KEPT = 10

function recordProof({ proved, found, now }: Of<'RecordProof'>, books: Books): BooksEvent[] {
  if (books.proof && proved.proof <= books.proof.proof) return []
  const recorded: BooksEvent = { type: 'BooksProved', data: { ...proved, at: now } }
  if (proved.faults === 0 || books.frozen) return [recorded]
  // LG-17: any difference freezes withdrawals, and only a person lets them go on
  const data = { faults: proved.faults, found: found.slice(0, KEPT), at: now }
  return [recorded, { type: 'BooksFrozen', data }]
}

function thaw({ id, by, note, version, now }: Of<'Thaw'>, books: Books): BooksEvent[] {
  const { frozen, proof, changedBy, changedAt } = books
  if (version !== undefined) requireVersion({ version: books.version, changedBy, changedAt }, version)
  if (!frozen) throw new Rejection('BOOKS_NOT_FROZEN')
  // what was mended is proved, by a proof that began after the freeze
  if (!proof || proof.faults > 0 || proof.startedAt < frozen.since) throw new Rejection('PROOF_REQUIRED')
  return [{ type: 'BooksThawed', data: { id, by, note, at: now } }]
}

/** What a proof or a person makes of the books. @throws Rejection as in rejections.ts */
export function decide(command: Command, books: Books): readonly BooksEvent[] {
  return command.type === 'RecordProof' ? recordProof(command, books) : thaw(command, books)
}
