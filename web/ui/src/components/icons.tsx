import type { ReactNode } from 'react'

export function Icon({ children, className = '' }: { children: ReactNode; className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`icon shrink-0 ${className}`}
    >
      {children}
    </svg>
  )
}

export type IconProps = { className?: string | undefined }

export const SearchIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </Icon>
)
export const GridIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z" />
  </Icon>
)
export const CheckIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)
export const ArrowIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 12h14m-6-6 6 6-6 6" />
  </Icon>
)
export const FilterIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 7h10m4 0h2M4 17h2m4 0h10" />
    <circle cx="16" cy="7" r="2" />
    <circle cx="8" cy="17" r="2" />
  </Icon>
)
export const PersonIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="8" r="3.8" />
    <path d="M4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6" />
  </Icon>
)
export const MoonIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M19.5 14.200A8 8 0 0 1 9.8 4.500a8 8 0 1 0 9.7 9.700z" />
  </Icon>
)
export const BellIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15z" />
    <path d="M10 20.500a2.200 2.200 0 0 0 4 0" />
  </Icon>
)
export const SunIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.400M18.4 5.6 17 7M7 17l-1.4 1.4" />
  </Icon>
)
export const ShieldIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 3 5 6v5.500c0 4.3 2.9 7.7 7 9 4.1-1.3 7-4.7 7-9V6z" />
    <path d="m9 12 2.2 2.200L15.5 10" />
  </Icon>
)
export const ChevronIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m6 9.5 6 6 6-6" />
  </Icon>
)
export const HeartIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 20.3 4.6 13a4.8 4.8 0 0 1 0-6.900 4.9 4.9 0 0 1 6.900 0l.5.6.5-.6a4.9 4.9 0 0 1 6.900 0 4.800 4.800 0 0 1 0 6.900z" />
  </Icon>
)
export const ShareIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 15V4m0 0L8 8m4-4 4 4M5 12v6.500a1.500 1.500 0 0 0 1.500 1.500h11a1.500 1.500 0 0 0 1.500-1.500V12" />
  </Icon>
)
export const ZoomIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M9 4H4v5M15 4h5v5M9 20H4v-5m11 5h5v-5" />
  </Icon>
)
export const SystemIcon = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 4v16a8 8 0 0 0 0-16z" fill="currentColor" />
  </Icon>
)

/** The mark of the market: an awning over a stall; on the cloth of the header the stall is a lighter piece of it. */
export function Mark({ className = 'size-9', onAwning = false }: IconProps & { onAwning?: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className={`shrink-0 ${className}`}>
      <rect width="32" height="32" rx="7" className={onAwning ? 'fill-white/15' : 'fill-awning'} />
      <path
        d="M6 9h20l2 6a3.3 3.3 0 0 1-6 2 3.6 3.6 0 0 1-6 0 3.6 3.6 0 0 1-6 0 3.3 3.3 0 0 1-6-2z"
        className="fill-gold"
      />
      <path
        d="M9 20.500V25h14v-4.5"
        fill="none"
        className="stroke-on-awning"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
