import pg from 'pg'
import { Rejection } from './rejection.ts'

/** What the constraints of a stream's rows mean to who meets them: the code of a rejection, and the input that offends. */
export type Constraints = Readonly<Record<string, string | { code: string; field: string }>>

/** The rejection of a constraint that was broken; any other fault as it is. */
export function refusalOf(constraints: Constraints, error: unknown): unknown {
  const name = error instanceof pg.DatabaseError ? error.constraint : undefined
  const broken = name === undefined ? undefined : constraints[name]
  if (broken === undefined) return error
  return typeof broken === 'string'
    ? new Rejection(broken)
    : new Rejection(broken.code, { field: broken.field })
}
