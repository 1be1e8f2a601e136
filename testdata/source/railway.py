"""Connections in a railway network.

Stations are nodes, tracks are edges with a length and a speed. Three questions are
answered: the fastest way (A*), the way with the fewest changes, and which tracks
must not fail if every station is to stay in reach (bridges).
"""

from __future__ import annotations

import math
from collections import deque
from heapq import heappop, heappush
from typing import Callable, Dict, FrozenSet, Iterator, List, Optional, Set, Tuple

EARTH_RADIUS_KM = 6371.0
CHANGE_MINUTES = 7.0


class UnknownStation(KeyError):
    """A station was named that the network does not have."""


class Station:
    """A place where trains stop.

    Attributes:
        code: Short and unique, for example "LPZ".
        latitude: In degrees, north positive.
        longitude: In degrees, east positive.
    """

    __slots__ = ("code", "latitude", "longitude", "tracks")

    def __init__(self, code: str, latitude: float, longitude: float) -> None:
        self.code = code
        self.latitude = latitude
        self.longitude = longitude
        self.tracks: List[Track] = []

    def distance_to(self, other: Station) -> float:
        """Returns the great-circle distance in kilometres."""
        phi1, phi2 = math.radians(self.latitude), math.radians(other.latitude)
        half_phi = (phi2 - phi1) / 2
        half_lambda = math.radians(other.longitude - self.longitude) / 2
        chord = math.sin(half_phi) ** 2 + math.cos(phi1) * math.cos(phi2) * math.sin(half_lambda) ** 2
        return 2 * EARTH_RADIUS_KM * math.asin(math.sqrt(chord))

    def __lt__(self, other: Station) -> bool:
        return self.code < other.code


class Track:
    """A piece of railway between two stations, used by some lines."""

    __slots__ = ("ends", "km", "kmh", "lines")

    def __init__(self, a: Station, b: Station, km: float, kmh: float, lines: FrozenSet[str]) -> None:
        self.ends = (a, b)
        self.km = km
        self.kmh = kmh
        self.lines = lines

    def minutes(self) -> float:
        return 60.0 * self.km / self.kmh

    def beyond(self, station: Station) -> Station:
        """Returns the other end."""
        a, b = self.ends
        return b if station is a else a


class Route:
    """A way from one station to another, as the tracks that it takes."""

    def __init__(self, start: Station, tracks: List[Track]) -> None:
        self.start = start
        self.tracks = tracks

    def stations(self) -> Iterator[Station]:
        station = self.start
        yield station
        for track in self.tracks:
            station = track.beyond(station)
            yield station

    def km(self) -> float:
        return sum(track.km for track in self.tracks)

    def legs(self) -> List[Tuple[str, int]]:
        """Splits the route into lines, staying in one train as long as possible.

        Returns:
            Pairs of a line's name and of how many tracks it is used for.
        """
        legs: List[Tuple[str, int]] = []
        at = 0
        while at < len(self.tracks):
            usable = self.tracks[at].lines
            end = at + 1
            while end < len(self.tracks) and usable & self.tracks[end].lines:
                usable = usable & self.tracks[end].lines
                end += 1
            legs.append((min(usable, default="on foot"), end - at))
            at = end
        return legs

    def minutes(self) -> float:
        riding = sum(track.minutes() for track in self.tracks)
        return riding + CHANGE_MINUTES * max(0, len(self.legs()) - 1)

    def __str__(self) -> str:
        names = " - ".join(station.code for station in self.stations())
        return f"{names} ({self.km():.0f} km, {self.minutes():.0f} min)"


class Network:
    def __init__(self) -> None:
        self._stations: Dict[str, Station] = {}
        self._fastest = 1.0

    def add_station(self, code: str, latitude: float, longitude: float) -> Station:
        if code in self._stations:
            raise ValueError(f"station {code} is there already")
        station = Station(code, latitude, longitude)
        self._stations[code] = station
        return station

    def add_track(self, a: str, b: str, kmh: float, lines: str, km: Optional[float] = None) -> Track:
        """Connects two stations.

        Args:
            a: The code of one end.
            b: The code of the other.
            kmh: The average speed; must be positive.
            lines: Names of lines with blanks between them.
            km: The length. The default is the distance and a tenth.
        """
        if kmh <= 0:
            raise ValueError("a speed must be positive")
        first, second = self[a], self[b]
        direct = first.distance_to(second)
        length = 1.1 * direct if km is None else max(km, direct)
        track = Track(first, second, length, kmh, frozenset(lines.split()))
        first.tracks.append(track)
        second.tracks.append(track)
        self._fastest = max(self._fastest, kmh)
        return track

    def __getitem__(self, code: str) -> Station:
        try:
            return self._stations[code]
        except KeyError:
            raise UnknownStation(code) from None

    def __len__(self) -> int:
        return len(self._stations)

    def fastest(self, origin: str, target: str, closed: FrozenSet[Track] = frozenset()) -> Optional[Route]:
        """Finds the fastest route, changes not counted.

        The estimate is the straight line at the highest speed of the network, so it
        never exceeds the truth, and the first route that arrives is the best.
        """
        start, goal = self[origin], self[target]

        def estimate(station: Station) -> float:
            return 60.0 * station.distance_to(goal) / self._fastest

        best: Dict[Station, float] = {start: 0.0}
        came: Dict[Station, Track] = {}
        done: Set[Station] = set()
        open_: List[Tuple[float, Station]] = [(estimate(start), start)]
        while open_:
            _, here = heappop(open_)
            if here is goal:
                return self._trace(start, goal, came)
            if here in done:
                continue
            done.add(here)
            for track in here.tracks:
                if track in closed:
                    continue
                there = track.beyond(here)
                minutes = best[here] + track.minutes()
                if minutes < best.get(there, math.inf):
                    best[there] = minutes
                    came[there] = track
                    heappush(open_, (minutes + estimate(there), there))
        return None

    def fewest_changes(self, origin: str, target: str) -> Optional[Route]:
        """Finds a route with the fewest changes of line.

        A search in two layers: riding on costs nothing and goes to the front of the
        queue, changing costs one and goes to the back.
        """
        start, goal = self[origin], self[target]
        queue = deque([(start, None, 0)])
        changes: Dict[Tuple[Station, Optional[str]], int] = {(start, None): 0}
        came: Dict[Tuple[Station, Optional[str]], Tuple[Station, Optional[str], Track]] = {}
        while queue:
            here, line, count = queue.popleft()
            if changes[here, line] < count:
                continue
            if here is goal:
                return Route(start, self._unwind((here, line), came))
            for track in here.tracks:
                for name in sorted(track.lines):
                    there = track.beyond(here)
                    more = 0 if line in (None, name) else 1
                    if count + more >= changes.get((there, name), len(self._stations)):
                        continue
                    changes[there, name] = count + more
                    came[there, name] = (here, line, track)
                    (queue.append if more else queue.appendleft)((there, name, count + more))
        return None

    def bridges(self) -> List[Track]:
        """Returns the tracks without which some stations lose each other (Tarjan)."""
        order: Dict[Station, int] = {}
        low: Dict[Station, int] = {}
        found: List[Track] = []
        for root in self._stations.values():
            if root in order:
                continue
            order[root] = low[root] = len(order)
            stack = [(root, None, iter(root.tracks))]
            while stack:
                station, entry, rest = stack[-1]
                for track in rest:
                    if track is entry:
                        continue
                    there = track.beyond(station)
                    if there in order:
                        low[station] = min(low[station], order[there])
                        continue
                    order[there] = low[there] = len(order)
                    stack.append((there, track, iter(there.tracks)))
                    break
                else:
                    stack.pop()
                    if stack:
                        above = stack[-1][0]
                        low[above] = min(low[above], low[station])
                        if low[station] > order[above]:
                            found.append(entry)
        return found

    def reachable(self, origin: str, minutes: float, allow: Callable[[Track], bool] = lambda track: True) -> Dict[str, float]:
        """Tells which stations are within some minutes, and how far."""
        spent: Dict[str, float] = {}
        heap = [(0.0, self[origin])]
        while heap:
            used, station = heappop(heap)
            if station.code in spent or used > minutes:
                continue
            spent[station.code] = used
            for track in filter(allow, station.tracks):
                heappush(heap, (used + track.minutes(), track.beyond(station)))
        return spent

    @staticmethod
    def _trace(start: Station, goal: Station, came: Dict[Station, Track]) -> Route:
        tracks: List[Track] = []
        while goal is not start:
            tracks.append(came[goal])
            goal = came[goal].beyond(goal)
        tracks.reverse()
        return Route(start, tracks)

    @staticmethod
    def _unwind(state, came) -> List[Track]:
        tracks = []
        while state in came:
            station, line, track = came[state]
            tracks.insert(0, track)
            state = (station, line)
        return tracks
