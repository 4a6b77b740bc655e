import { useQuery } from '@tanstack/react-query'
import { staffNameQuery } from '../lib/staff.ts'
import { Ident } from './ident.tsx'

const ACCOUNT = /^[0-9a-f]{24}$/

/** Who of the staff did something: by name where one is known, with the id where the mouse rests. */
export function Staff({ id }: { id: string }) {
  const isAccount = ACCOUNT.test(id)
  const { data } = useQuery({ ...staffNameQuery(id), enabled: isAccount || id.startsWith('join-') })
  if (data) return <span title={id}>{data}</span>
  return isAccount ? <Ident value={id} short /> : id
}
