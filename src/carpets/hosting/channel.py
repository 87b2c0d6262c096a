"""The one channel of an ssh connection."""

from __future__ import annotations

from asyncssh.channel import SSHServerChannel
from asyncssh.packet import SSHPacket

from carpets.hosting.limits import ENVIRONMENT, VALUE


class Channel(SSHServerChannel):  # type: ignore[type-arg]  # its requests are PRIVATE to asyncssh 2.24
    """Keeps only a few short variables, and knows neither X11 nor agents."""

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if name.decode("ascii", "replace") not in ENVIRONMENT or len(value) > VALUE:
            return False
        self._env[name] = value
        return True

    def _process_x11_req_request(self, packet: SSHPacket) -> bool:
        return False

    def _process_auth_agent_req_at_openssh_dot_com_request(self, packet: SSHPacket) -> bool:  # type: ignore[override]
        return False

    def setting(self) -> dict[str, str]:
        """The variables that were kept."""
        return {name.decode("ascii"): value.decode("utf-8", "replace") for name, value in self._env.items()}
