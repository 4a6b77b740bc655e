import { type Bank, banks } from '@talad/proto/http/bank-withdrawal/banks'

/** The colour by which people know each bank. */
const colours: Readonly<Record<string, string>> = {
  BBL: '#1e3f8f',
  KBANK: '#0f7a2b',
  KTB: '#0b76ab',
  SCB: '#4e2e7f',
  BAY: '#8a5a00',
  TTB: '#0050c8',
  GSB: '#c2126f',
  BAAC: '#3a7a12',
  GHB: '#b8520c',
  UOB: '#0b3979',
  CIMBT: '#7e2f36',
  KKP: '#5b4c8a',
  TISCO: '#12549f',
}

export const bankBySwift = (swiftCode: string): Bank | undefined =>
  banks.find(({ swift_code }) => swift_code === swiftCode)

export const bankName = (bank: Bank | undefined, language: 'th' | 'en'): string =>
  (language === 'th' ? bank?.name_th : bank?.name_en) ?? ''

/** A bank at a glance: its colour and its short name. */
export function BankMark({ symbol, className = 'size-11' }: { symbol: string; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 44 44" className={`shrink-0 ${className}`}>
      <rect width="44" height="44" rx="12" fill={colours[symbol] ?? '#555'} />
      <text
        x="22"
        y="22"
        dy="0.36em"
        textAnchor="middle"
        fill="#fff"
        fontSize={symbol.length > 4 ? 10.5 : 12.5}
        fontWeight="700"
      >
        {symbol}
      </text>
    </svg>
  )
}
