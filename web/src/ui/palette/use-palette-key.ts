import { useHotkeys } from '../hotkeys/hotkeys'

/** Ctrl+K opens the palette, from inside fields too. Apart from it, since its file comes later. */
export function usePaletteKey(onOpen: () => void): void {
  useHotkeys([{ key: 'Ctrl+K', label: 'Buscar, ir para ou fazer…', run: onOpen }])
}
