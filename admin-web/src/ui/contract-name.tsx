import { shortHash } from '@talad/ui/format/address'
import { useQuery } from '@tanstack/react-query'
import { contractNameQuery } from '../lib/contract-names.ts'

/** A contract by its name, with its address beside it. */
export function ContractName({ contract }: { contract: string }) {
  const { data: name } = useQuery(contractNameQuery(contract))
  return (
    <span title={contract} className="block min-w-40 wrap-break-word">
      {name && <span className="block">{name}</span>}
      <span className="font-mono text-[0.92em] text-soft">{shortHash(contract)}</span>
    </span>
  )
}
