"""Tests of simulation and of the engines it runs on."""
