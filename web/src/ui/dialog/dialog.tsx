import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { useIsPhone } from '../theme/breakpoints'
import { useLayer } from '../theme/layers'
import { useReturnFocus } from '../use-return-focus'
import classes from './dialog.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  /** What or whom it is about, under the title. */
  subtitle?: string | undefined
  /** 440 asks, 560 lists, 720 holds a form. */
  size?: 440 | 560 | 720
  /** Buttons, the main one last. */
  foot?: ReactNode
  /** Keys pressed in it, and not in a window over it. */
  onKeyDownCapture?: KeyboardEventHandler | undefined
  children?: ReactNode
}

/** A window over the page; on the phone a sheet from below. Escape and a click beside it close it. */
export function Dialog({ opened, onClose, title, subtitle, size = 440, foot, onKeyDownCapture, children }: Props) {
  const isPhone = useIsPhone()
  const zIndex = useLayer(opened, onClose)
  useReturnFocus(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      zIndex={zIndex}
      returnFocus={false}
      size={isPhone ? '100%' : size}
      centered={!isPhone}
      // Gone at once, since no key reaches the page while a dialog is there.
      transitionProps={{ transition: isPhone ? 'slide-up' : 'fade', duration: 180, exitDuration: 0 }}
      classNames={{
        inner: classes.inner,
        content: classes.content,
        title: classes.title,
        body: classes.body,
        close: classes.close,
        overlay: classes.overlay,
      }}
    >
      <Modal.Overlay />
      <Modal.Content onKeyDownCapture={onKeyDownCapture}>
        {/* Not Modal.Header: that one is a second banner of the page. */}
        <div className={classes.header}>
          <div className={classes.titles}>
            <Modal.Title>{title}</Modal.Title>
            {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
          </div>
          <Modal.CloseButton aria-label="Fechar" icon={<IconX size={18} stroke={1.75} />} />
        </div>
        <Modal.Body>
          <div className={classes.main}>{children}</div>
          {foot && <div className={classes.foot}>{foot}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
