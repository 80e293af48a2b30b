"""A player's own hand by a photo of its tiles. What is confirmed is kept on this phone, as a hand that is tapped in."""

from flask import Blueprint, redirect, render_template, url_for
