import { useEffect } from 'react'

const ICONS = { producao: '/balcao-mark.svg', homologacao: '/balcao-mark-homologacao.svg' }

/** Amber tab icon while the company issues only test notes. */
export function useFavicon(isSandbox: boolean): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon) return
    icon.href = isSandbox ? ICONS.homologacao : ICONS.producao
    return () => {
      icon.href = ICONS.producao
    }
  }, [isSandbox])
}
