import { company } from '../../content/company.ts'
import { useSite } from './site.ts'

/** Who helps: whom the site names, else the market. */
export function useSupportEmail(): string {
  return useSite().support.email ?? company.email
}
