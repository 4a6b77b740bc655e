import { useQuery } from '@tanstack/react-query'
import { staffNameQuery } from '../lib/staff.ts'
import { Ident } from './ident.tsx'

/** Who of the staff did something: by name where one is known, with the id where the mouse rests. */
export function Staff({ id }: { id: string }) {
  const { data } = useQuery(staffNameQuery(id))
  return data ? <span title={id}>{data}</span> : <Ident value={id} short />
}
