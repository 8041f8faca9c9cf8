import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLayer } from '../theme/layers'
import { useReturnFocus } from '../use-return-focus'
import classes from './drawer.module.css'

type Props = { opened: boolean; onClose: () => void; label: string; children: ReactNode }

/** A panel over the page's left edge. Escape and a click beside it close it. */
export function Drawer({ opened, onClose, label, children }: Props) {
  const zIndex = useLayer(opened, onClose)
  useReturnFocus(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      zIndex={zIndex}
      returnFocus={false}
      padding={0}
      radius={0}
      transitionProps={{ transition: 'slide-right', duration: 180, exitDuration: 0 }}
      classNames={{ inner: classes.inner, content: classes.content, body: classes.body, overlay: classes.overlay }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={label}>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
